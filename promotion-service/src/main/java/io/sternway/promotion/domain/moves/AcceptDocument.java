package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Answer.Accepted;
import io.sternway.promotion.domain.model.Answer.Fault;
import io.sternway.promotion.domain.model.Answer.Refused;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.narration.RequestStory;
import io.sternway.promotion.domain.rules.requests.IntakeRules;
import io.sternway.promotion.domain.rules.stage.Membership;
import io.sternway.vocabulary.AuditReason;
import java.util.List;
import java.util.Optional;

/** Accepts or refuses a valid document (R1, R2): settings, revision and run are there from now on, and nothing else yet. */
public final class AcceptDocument {

    private AcceptDocument() {}

    public static void accept(Draft draft, Document document) {
        List<Fault> faults = IntakeRules.faults(draft, document);
        if (!faults.isEmpty()) {
            Refused refused = new Refused(faults);
            draft.answer(refused);
            draft.tell(RequestStory.refused(draft.ref(), refused));
            return;
        }
        Optional<Revision> known = IntakeRules.known(draft, document);
        boolean starts = IntakeRules.startsRun(draft, known);
        boolean settingsChanged = draft.generation() == 0 || !draft.settings().equals(document.settings());
        Revision revision = known.orElseGet(() -> new Revision(
                draft.newestRevision() + 1,
                document.contentHash(),
                document.common(),
                document.byStage(),
                draft.now(),
                null));
        draft.accept(document.settings(), settingsChanged, revision);
        Run run = starts ? begin(draft, document, revision) : null;
        draft.answer(new Accepted(known.isEmpty() ? revision : null));

        AuditReason reason = run == null
                ? settingsChanged ? AuditReason.SettingsOnly : AuditReason.Unchanged
                : known.isEmpty() ? AuditReason.NewRevision : AuditReason.KnownRevision;
        List<String> unmatched = Membership.unmatched(document.settings(), draft.inventory());
        draft.tell(RequestStory.accepted(draft.ref(), revision.number(), run, reason, draft.generation(), unmatched));
        if (settingsChanged && draft.generation() > 1) {
            draft.tell(RequestStory.settingsChanged(draft.ref(), revision.number(), draft.generation()));
        }
        if (known.isEmpty()) {
            draft.tell(RequestStory.created(draft.ref(), revision));
        }
        if (run != null) {
            draft.tell(RequestStory.runStarted(draft.ref(), run, reason));
        }
    }

    private static Run begin(Draft draft, Document document, Revision revision) {
        int earlier = draft.runs().stream()
                .filter(r -> r.revision() == revision.number())
                .mapToInt(Run::attempt)
                .max()
                .orElse(0);
        List<StageRun> stages = document.settings().stages().stream()
                .map(s -> StageRun.pending(s, draft.now()))
                .toList();
        Run run = new Run(
                draft.newestRun() + 1,
                revision.number(),
                earlier + 1,
                document.request(),
                draft.now(),
                null,
                null,
                null,
                null,
                stages,
                List.of());
        draft.begin(run);
        return run;
    }
}
