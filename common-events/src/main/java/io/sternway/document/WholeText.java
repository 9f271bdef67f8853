package io.sternway.document;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.Constant;

/**
 * Gives SnakeYAML a text that is in memory as a whole. Its own reader takes 1 KiB at a time and copies what the scanner
 * has not passed yet, which takes a time that grows with the square of the longest scalar.
 */
final class WholeText extends StreamReader {

    private static final String NAME = "document";
    private static final int BYTE_ORDER_MARK = 0xFEFF;
    private static final int END = 0;

    private final int[] text;
    private int at;
    private int documentStart;
    private int line;
    private int column;

    /** @throws ReaderException if a character is in it that YAML does not allow */
    WholeText(String text) {
        super("");
        this.text = text.codePoints().toArray();
        for (int i = 0; i < this.text.length; i++) {
            if (!isPrintable(this.text[i])) {
                throw new ReaderException(NAME, i, this.text[i], "special characters are not allowed");
            }
        }
    }

    @Override
    public Mark getMark() {
        return new Mark(NAME, at, line, column, text, at);
    }

    @Override
    public void forward() {
        forward(1);
    }

    @Override
    public void forward(int length) {
        int end = Math.min(at + length, text.length);
        while (at < end) {
            int passed = text[at++];
            if (Constant.LINEBR.has(passed) || (passed == '\r' && peek() != '\n')) {
                line++;
                column = 0;
            } else if (passed != BYTE_ORDER_MARK) {
                column++;
            }
        }
    }

    @Override
    public int peek() {
        return peek(0);
    }

    @Override
    public int peek(int ahead) {
        return at + ahead < text.length ? text[at + ahead] : END;
    }

    @Override
    public String prefix(int length) {
        return new String(text, at, Math.min(length, text.length - at));
    }

    @Override
    public String prefixForward(int length) {
        String passed = prefix(length);
        at = Math.min(at + length, text.length);
        column += length;
        return passed;
    }

    @Override
    public int getColumn() {
        return column;
    }

    @Override
    public int getDocumentIndex() {
        return at - documentStart;
    }

    @Override
    public void resetDocumentIndex() {
        documentStart = at;
    }

    @Override
    public int getIndex() {
        return at;
    }

    @Override
    public int getLine() {
        return line;
    }
}
