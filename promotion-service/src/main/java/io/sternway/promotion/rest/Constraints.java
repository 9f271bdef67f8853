package io.sternway.promotion.rest;

import io.sternway.promotion.app.PromotionPhase;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** Constraints of parameters that no pattern can say. */
final class Constraints {

    private Constraints() {}

    /** A word for how a promotion stands. */
    @Constraint(validatedBy = PhaseValidator.class)
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Phase {
        /** What would be right. */
        String message() default "a phase";

        /** None. */
        Class<?>[] groups() default {};

        /** None. */
        Class<? extends Payload>[] payload() default {};
    }

    /** Where a page of a list begins. */
    @Constraint(validatedBy = ListCursorValidator.class)
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @interface ListCursor {
        /** What would be right. */
        String message() default "the value of 'next' of an earlier page";

        /** None. */
        Class<?>[] groups() default {};

        /** None. */
        Class<? extends Payload>[] payload() default {};
    }

    /** Names every word that would be right. */
    public static final class PhaseValidator implements ConstraintValidator<Phase, String> {
        @Override
        public boolean isValid(@Nullable String given, ConstraintValidatorContext context) {
            if (given == null || PromotionPhase.words().contains(given)) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate("one of " + String.join(", ", PromotionPhase.words()))
                    .addConstraintViolation();
            return false;
        }
    }

    /** Only what an earlier page gave. */
    public static final class ListCursorValidator implements ConstraintValidator<ListCursor, String> {
        @Override
        public boolean isValid(@Nullable String given, ConstraintValidatorContext context) {
            try {
                Parameters.afterKey(given);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }
}
