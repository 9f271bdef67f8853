package io.sternway.promotion.rest;

import io.smallrye.common.annotation.Blocking;
import io.sternway.events.AuditRecord;
import io.sternway.events.EventJson;
import io.sternway.promotion.app.AuditLog;
import io.sternway.promotion.app.AuditLog.Kept;
import io.sternway.promotion.app.Contents;
import io.sternway.promotion.app.PromotionReads;
import io.sternway.promotion.app.PromotionReads.Filter;
import io.sternway.promotion.app.PromotionReads.Line;
import io.sternway.promotion.app.ViewPromotion;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Run;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Promotions, read only. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "promotions", description = "What is promoted where, how it stands, and everything that happened")
@APIResponse(
        responseCode = "400",
        description = "A parameter is wrong; every fault is listed",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
@Blocking
public class PromotionResource {

    private static final String REJECTED = "_rejected";

    private final PromotionReads reads;
    private final ViewPromotion viewPromotion;
    private final AuditLog auditLog;
    private final Contents contents;

    PromotionResource(PromotionReads reads, ViewPromotion viewPromotion, AuditLog auditLog, Contents contents) {
        this.reads = reads;
        this.viewPromotion = viewPromotion;
        this.auditLog = auditLog;
        this.contents = contents;
    }

    @GET
    @Path("/promotions")
    @Operation(operationId = "listPromotions", summary = "Promotions in the order of project and name")
    @APIResponse(responseCode = "200", description = "A page")
    @Transactional
    public PromotionList list(
            @Parameter(description = "Only of this project")
                    @QueryParam("project")
                    @Pattern(regexp = Parameters.LABEL, message = Parameters.LABEL_WORDS)
                    @Nullable
                    String project,
            @Parameter(description = "Only in this phase") @QueryParam("phase") @Constraints.Phase @Nullable
                    String phase,
            @Parameter(description = "The value of next of the page before")
                    @QueryParam("cursor")
                    @Constraints.ListCursor
                    @Nullable
                    String cursor,
            @Parameter(
                            description = "How many at most",
                            schema =
                                    @Schema(
                                            minimum = "1",
                                            maximum = "500",
                                            defaultValue = "50",
                                            implementation = int.class))
                    @QueryParam("limit")
                    @Pattern(regexp = Parameters.LIMIT, message = Parameters.LIMIT_WORDS)
                    @Nullable
                    String limit) {
        int size = Parameters.limit(limit);
        List<Line> lines = reads.page(new Filter(project, phase), Parameters.afterKey(cursor), size + 1);
        boolean more = lines.size() > size;
        List<Line> page = more ? lines.subList(0, size) : lines;
        return new PromotionList(
                page.stream().map(PromotionResource::item).toList(),
                more ? Parameters.cursorOf(page.get(size - 1).key()) : null);
    }

    @GET
    @Path("/promotions/{project}/{promotion}")
    @Operation(
            operationId = "getPromotion",
            summary = "One promotion whole",
            description = "Stages with their targets and conditions, what each gate waits for and when it could open,"
                    + " runs, revisions and rollbacks.")
    @APIResponse(responseCode = "200", description = "The promotion")
    @APIResponse(
            responseCode = "404",
            description = "There is no such promotion",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public PromotionView get(
            @Parameter(description = "The project")
                    @PathParam("project")
                    @Pattern(regexp = Parameters.LABEL, message = Parameters.LABEL_WORDS)
                    String project,
            @Parameter(description = "The promotion's name")
                    @PathParam("promotion")
                    @Pattern(regexp = Parameters.LABEL, message = Parameters.LABEL_WORDS)
                    String promotion) {
        String key = key(project, promotion);
        return viewPromotion
                .view(key)
                .map(PromotionViewMapper::map)
                .orElseThrow(() -> ProblemException.notFound("There is no promotion " + key));
    }

    @GET
    @Path("/promotions/{project}/{promotion}/audit")
    @Operation(
            operationId = "getAudit",
            summary = "Everything that happened to a promotion",
            description = "In sequence, without a gap, also what the topic's retention has removed. The promotion"
                    + " _rejected has the refused requests of promotions that do not exist.")
    @APIResponse(responseCode = "200", description = "A page")
    @APIResponse(
            responseCode = "404",
            description = "There is no such promotion",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @Transactional
    public AuditPage audit(
            @Parameter(description = "The project")
                    @PathParam("project")
                    @Pattern(regexp = Parameters.LABEL, message = Parameters.LABEL_WORDS)
                    String project,
            @Parameter(description = "The promotion's name, or _rejected")
                    @PathParam("promotion")
                    @Pattern(regexp = Parameters.LABEL_OR_REJECTED, message = Parameters.LABEL_WORDS)
                    String promotion,
            @Parameter(description = "A sequence: the page begins with the record after it")
                    @QueryParam("cursor")
                    @Pattern(regexp = Parameters.SEQUENCE, message = Parameters.SEQUENCE_WORDS)
                    @Nullable
                    String cursor,
            @Parameter(
                            description = "How many at most",
                            schema =
                                    @Schema(
                                            minimum = "1",
                                            maximum = "500",
                                            defaultValue = "50",
                                            implementation = int.class))
                    @QueryParam("limit")
                    @Pattern(regexp = Parameters.LIMIT, message = Parameters.LIMIT_WORDS)
                    @Nullable
                    String limit) {
        String key = key(project, promotion);
        AuditPage page = page(key, cursor, limit);
        if (page.items().isEmpty()
                && !promotion.equals(REJECTED)
                && reads.find(key).isEmpty()) {
            throw ProblemException.notFound("There is no promotion " + key);
        }
        return page;
    }

    @GET
    @Path("/fleet/audit")
    @Operation(
            operationId = "getFleetAudit",
            summary = "Everything that happened to the fleet, and refused requests of unreadable projects")
    @APIResponse(responseCode = "200", description = "A page")
    @Transactional
    public AuditPage fleetAudit(
            @Parameter(description = "A sequence: the page begins with the record after it")
                    @QueryParam("cursor")
                    @Pattern(regexp = Parameters.SEQUENCE, message = Parameters.SEQUENCE_WORDS)
                    @Nullable
                    String cursor,
            @Parameter(
                            description = "How many at most",
                            schema =
                                    @Schema(
                                            minimum = "1",
                                            maximum = "500",
                                            defaultValue = "50",
                                            implementation = int.class))
                    @QueryParam("limit")
                    @Pattern(regexp = Parameters.LIMIT, message = Parameters.LIMIT_WORDS)
                    @Nullable
                    String limit) {
        return page("_fleet", cursor, limit);
    }

    @GET
    @Path("/promotions/{project}/{promotion}/revisions/{revision}")
    @Operation(
            operationId = "getRevision",
            summary = "The normalised content of a revision",
            description = "As it is applied, but for placeholders: the common content, and by stage.")
    @APIResponse(
            responseCode = "200",
            description = "The content",
            content = @Content(schema = @Schema(type = SchemaType.OBJECT)))
    @APIResponse(
            responseCode = "404",
            description = "There is no such revision, or its content was pruned",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @Transactional
    public String revision(
            @Parameter(description = "The project")
                    @PathParam("project")
                    @Pattern(regexp = Parameters.LABEL, message = Parameters.LABEL_WORDS)
                    String project,
            @Parameter(description = "The promotion's name")
                    @PathParam("promotion")
                    @Pattern(regexp = Parameters.LABEL, message = Parameters.LABEL_WORDS)
                    String promotion,
            @Parameter(description = "The revision's number", schema = @Schema(implementation = long.class))
                    @PathParam("revision")
                    @Pattern(regexp = Parameters.NUMBER, message = Parameters.NUMBER_WORDS)
                    String revision) {
        long number = Long.parseLong(revision);
        String key = key(project, promotion);
        return contents.normalised(key, number)
                .map(content -> new String(content, StandardCharsets.UTF_8))
                .orElseThrow(() -> ProblemException.notFound(
                        "There is no content of revision " + number + " of " + key + "; it may have been pruned"));
    }

    private static String key(String project, String promotion) {
        return new PromotionRef(project, promotion).key();
    }

    private AuditPage page(String stream, @Nullable String cursor, @Nullable String limit) {
        int size = Parameters.limit(limit);
        List<Kept> kept = auditLog.read(stream, Parameters.after(cursor), size + 1);
        boolean more = kept.size() > size;
        List<Kept> page = more ? kept.subList(0, size) : kept;
        return new AuditPage(
                page.stream()
                        .map(record -> new AuditPage.Item(record.eventId(), record.type(), body(record)))
                        .toList(),
                more ? Long.toString(page.get(size - 1).sequence()) : null);
    }

    private static AuditRecord body(Kept record) {
        try {
            return EventJson.read(record.json().getBytes(StandardCharsets.UTF_8), AuditRecord.class);
        } catch (IOException e) {
            throw new UncheckedIOException("a stored audit record cannot be read", e);
        }
    }

    private static PromotionList.Item item(Line line) {
        Run run = line.run();
        PromotionRef ref = new PromotionRef(line.project(), line.name());
        return new PromotionList.Item(
                line.project(),
                line.name(),
                line.phase(),
                line.generation(),
                line.newestRevision(),
                run == null ? null : ref.runId(run.number()),
                run == null ? null : run.revision(),
                line.updatedAt());
    }
}
