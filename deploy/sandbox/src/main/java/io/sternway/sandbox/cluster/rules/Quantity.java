package io.sternway.sandbox.cluster.rules;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Kubernetes quantities: {@code 100m}, {@code 1Gi}, {@code 1e3}; written back in one canonical form. */
public final class Quantity {
    private static final Pattern FORM = Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))([a-zA-Z]*[+-]?\\d*)");
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigDecimal NANO = new BigDecimal("0.000000001");

    private Quantity() {}

    /** Null when the text is no quantity. */
    public static @Nullable BigDecimal value(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        BigDecimal number = new BigDecimal(matcher.group(1).endsWith(".") ? matcher.group(1) + "0" : matcher.group(1));
        String suffix = matcher.group(2);
        if (BINARY.contains(suffix)) {
            return number.multiply(KIBI.pow(BINARY.indexOf(suffix)));
        }
        if (DECIMAL.contains(suffix)) {
            return number.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix) - 3));
        }
        if (suffix.matches("[eE][+-]?\\d+")) {
            return number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)));
        }
        return null;
    }

    /** The same text when it is no quantity. */
    public static String canonical(String text) {
        BigDecimal value = value(text);
        if (value == null) {
            return text;
        }
        BigDecimal rounded = value.setScale(9, RoundingMode.UP).max(value.signum() > 0 ? NANO : value);
        if (rounded.signum() == 0) {
            return "0";
        }
        if (text.endsWith("i") && rounded.abs().compareTo(KIBI) >= 0) {
            BigInteger whole = rounded.setScale(0, RoundingMode.UP).toBigInteger();
            int power = 0;
            BigInteger kibi = BigInteger.valueOf(1024);
            while (power < BINARY.size() - 1 && whole.mod(kibi).signum() == 0) {
                whole = whole.divide(kibi);
                power++;
            }
            return whole + BINARY.get(power);
        }
        if (text.matches(".*[eE][+-]?\\d+")) {
            return exponent(rounded);
        }
        return decimal(rounded);
    }

    private static String decimal(BigDecimal value) {
        BigInteger scaled = value.scaleByPowerOfTen(9).toBigIntegerExact();
        int unit = 0;
        BigInteger thousand = BigInteger.valueOf(1000);
        while (unit < DECIMAL.size() - 1 && scaled.mod(thousand).signum() == 0) {
            scaled = scaled.divide(thousand);
            unit++;
        }
        return scaled + DECIMAL.get(unit);
    }

    private static String exponent(BigDecimal value) {
        BigInteger scaled = value.scaleByPowerOfTen(9).toBigIntegerExact();
        int exponent = -9;
        BigInteger thousand = BigInteger.valueOf(1000);
        while (scaled.mod(thousand).signum() == 0) {
            scaled = scaled.divide(thousand);
            exponent += 3;
        }
        return exponent == 0 ? scaled.toString() : scaled + "e" + exponent;
    }
}
