import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Scanner;
import javax.crypto.Cipher;

/**
 * Signs as Java programs do by mistake. Argument: a PKCS#8 key in DER. In: a line with a mistake and a text in base64;
 * out: a line with the signature part in base64, because it may contain line breaks.
 */
public final class Signatures {
  private static PrivateKey key;

  public static void main(String[] args) throws Exception {
    byte[] der = Files.readAllBytes(Path.of(args[0]));
    key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    Scanner lines = new Scanner(System.in, StandardCharsets.US_ASCII);
    while (lines.hasNextLine()) {
      String[] line = lines.nextLine().split(" ");
      String text = new String(Base64.getDecoder().decode(line[1]), StandardCharsets.ISO_8859_1);
      String part = made(line[0], text);
      System.out.println(Base64.getEncoder().encodeToString(part.getBytes(StandardCharsets.ISO_8859_1)));
    }
  }

  private static String made(String mistake, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
    byte[] right = sign("SHA256withRSA", bytes);
    return switch (mistake) {
      case "none" -> base64(right);
      case "url-encoder" -> Base64.getUrlEncoder().withoutPadding().encodeToString(right);
      case "mime-encoder" -> Base64.getMimeEncoder().encodeToString(right);
      case "hex" -> HexFormat.of().formatHex(right);
      case "big-integer" -> base64(new BigInteger(1, right).toByteArray());
      case "none-with-rsa-hash" -> base64(sign("NONEwithRSA", hash));
      case "none-with-rsa-text" -> base64(sign("NONEwithRSA", bytes));
      case "hash-first" -> base64(sign("SHA256withRSA", hash));
      case "hex-first" -> base64(sign("SHA256withRSA", HexFormat.of().formatHex(hash).getBytes(StandardCharsets.UTF_8)));
      case "sha512" -> base64(sign("SHA512withRSA", bytes));
      case "sha1" -> base64(sign("SHA1withRSA", bytes));
      case "utf-16" -> base64(sign("SHA256withRSA", text.getBytes(StandardCharsets.UTF_16)));
      case "cipher-hex" -> base64(encrypt("RSA/ECB/PKCS1Padding", HexFormat.of().formatHex(hash).getBytes(StandardCharsets.UTF_8)));
      case "cipher-no-padding" -> base64(encrypt("RSA/ECB/NoPadding", hash));
      case "pss" -> base64(pss(bytes));
      default -> throw new IllegalArgumentException(mistake);
    };
  }

  private static byte[] sign(String algorithm, byte[] bytes) throws Exception {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(bytes);
    return signature.sign();
  }

  private static byte[] pss(byte[] bytes) throws Exception {
    Signature signature = Signature.getInstance("RSASSA-PSS");
    signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
    signature.initSign(key);
    signature.update(bytes);
    return signature.sign();
  }

  private static byte[] encrypt(String transformation, byte[] bytes) throws Exception {
    Cipher cipher = Cipher.getInstance(transformation);
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
