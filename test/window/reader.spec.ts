/** What a screen reader is told: the composer, the answer, a refusal, and the bank's SCA page read in sense. */
import { expect, test } from './fixtures.ts';
import { breakIt, chooseOperation, goTo, openPsuPage, send } from './steps.ts';

test('a refusal shows what happened, how far the checks got and why', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await breakIt(page, 'X-Request-ID changed after signing');
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toMatchAriaSnapshot(`
    - tabpanel "Why did the bank refuse?":
      - heading "400 Bad Request" [level=2]
      - heading "Why the signature is wrong" [level=3]
      - list "Causes":
        - listitem: /The key is right, but another text was signed. Write the bytes/
      - term: SHA-256 of the signed text
      - definition:
        - text: /\\w{64}/
        - button "Copy SHA-256 of the signed text"
      - term: Compared
      - definition: /variants of the signing string/
      - region "How to fix it":
        - heading "How to fix it" [level=3]
        - paragraph: "Sent with a deliberate fault: X-Request-ID changed after signing."
        - button "Fix and send again"
      - heading "Signing string, line by line" [level=3]
      - text: /1 line differs/
      - heading "How far the request got" [level=3]
      - list "Checks":
        - listitem: /Passed. Path and method/
        - listitem: /Failed. Cryptography/
      - heading "Rule" [level=3]
      - heading "The bank's message" [level=3]
  `);
  // Down to the characters that differ, ours and the bank's.
  const marks = page.getByRole('tabpanel').getByTestId('difference').locator('mark');
  await expect(marks).toHaveCount(2);
  await expect(page.getByRole('tabpanel').getByTestId('difference')).toContainText('− workbench signed');
});

test("the bank's page shows whose it is, who asks for what and what each button does", async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  const bank = await openPsuPage(workbench);
  await expect(bank.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - strong: Øvebanken
      - navigation "Where you are":
        - list:
          - listitem: 1 Sign in
          - listitem: 2 Check and approve
          - listitem: 3 Back to Fjordpay AS
      - paragraph: This is a practice bank. No real person, no real money.
    - main:
      - complementary "Who asks":
        - text: Fjordpay AS sent you here
      - heading "Fjordpay AS asks to see your accounts" [level=1]
      - 'group "Practice customers: choose who you are"':
        - radio "Eirik Solbakken 138393 19910" [checked]
        - radio "Ingrid Haugen 248987 19916"
        - radio "Fjellheim Bygg AS 028679 20075"
        - radio "Nordlys Elektro AS 199184 19996"
      - textbox "National identity number"
      - button "Continue"
      - button "Abort"
  `);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Fjordpay AS asks to see your accounts" [level=1]
      - group "On whose behalf, and what you share":
        - radio "Myself private" [checked]
        - group "Accounts of Myself":
          - checkbox /Brukskonto/ [checked]
      - button "Approve"
      - button "Abort"
  `);
  // No account of a company that is not chosen is there to be ticked.
  const groups = bank.getByRole('group', { name: /^Accounts of/ });
  await expect(groups).toHaveCount(1);
  await bank.getByRole('radio').nth(1).check();
  await expect(groups).toHaveCount(1);
  await expect(bank.getByRole('group', { name: 'Accounts of Myself' })).toBeHidden();
});
