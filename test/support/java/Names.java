import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Scanner;
import javax.security.auth.x500.X500Principal;

/** Prints distinguished names as Java does: a line of DER in hexadecimal in, two texts in base64 out. */
public final class Names {
  public static void main(String[] args) {
    Scanner lines = new Scanner(System.in, StandardCharsets.US_ASCII);
    while (lines.hasNextLine()) {
      X500Principal name = new X500Principal(HexFormat.of().parseHex(lines.nextLine()));
      System.out.println(encoded(name.getName(X500Principal.RFC2253)) + " " + encoded(name.toString()));
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
