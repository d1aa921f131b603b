/** The languages in which a request can be copied as code. */
export const LANGUAGES = [
  { id: 'curl', title: 'curl', file: 'request.sh', needs: 'tpp.pem' },
  { id: 'node', title: 'Node.js', file: 'request.mjs', needs: 'tpp.pem' },
  { id: 'python', title: 'Python', file: 'request.py', needs: 'tpp.pem' },
  { id: 'java', title: 'Java', file: 'SignedRequest.java', needs: 'tpp.pem' },
  { id: 'csharp', title: 'C#', file: 'SignedRequest.cs', needs: 'tpp.pfx' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];
