/** The part of the untyped package that the tests use. */
declare module 'http-signature' {
  interface Parsed {
    params: { keyId: string; algorithm: string; signature: string };
    signingString: string;
  }
  interface Outgoing {
    method: string;
    path: string;
    getHeader: (name: string) => string | undefined;
    setHeader: (name: string, value: string) => void;
  }
  const httpSignature: {
    signRequest: (
      request: Outgoing,
      options: {
        key: string;
        keyId: string;
        algorithm: string;
        headers: string[];
        authorizationHeaderName: string;
      },
    ) => boolean;
    parseRequest: (
      request: { method: string; url: string; headers: Record<string, string> },
      options: { clockSkew: number },
    ) => Parsed;
    verifySignature: (parsed: Parsed, publicKeyPem: string) => boolean;
  };
  export default httpSignature;
}
