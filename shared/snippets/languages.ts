/** The languages in which a request can be copied as code. `run` are the commands that run the program in its folder. */
export const LANGUAGES = [
  { id: 'curl', title: 'curl', file: 'request.sh', needs: 'tpp.pem', run: ['bash request.sh'] },
  { id: 'node', title: 'Node.js', file: 'request.mjs', needs: 'tpp.pem', run: ['node request.mjs'] },
  {
    id: 'python',
    title: 'Python',
    file: 'request.py',
    needs: 'tpp.pem',
    run: ['python3 -m pip install requests cryptography', 'python3 request.py'],
  },
  {
    id: 'java',
    title: 'Java',
    file: 'SignedRequest.java',
    needs: 'tpp.pem',
    run: ['java SignedRequest.java'],
  },
  { id: 'csharp', title: 'C#', file: 'SignedRequest.cs', needs: 'tpp.pfx', run: ['dotnet run'] },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];
