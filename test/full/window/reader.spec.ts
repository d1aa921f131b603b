/** What a screen reader is told: the composer, the answer, a refusal, and the bank's SCA page read in sense. */
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, openHeaders, send } from '../../window/steps.ts';

test('the composer has a heading, two views, a table of headers and the signing string', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await openHeaders(page);
  await expect(page.getByRole('navigation', { name: 'Open requests' })).toMatchAriaSnapshot(`
    - navigation "Open requests":
      - list:
        - listitem:
          - button "POST Create payment"
      - button "New tab"
      - button "1 tab"
  `);
  await expect(page.getByRole('region', { name: 'Request' })).toMatchAriaSnapshot(`
    - region "Request":
      - heading "Create payment" [level=2]
      - text: POST
      - button "/v1/payments/domestic-norway-credit-transfers"
      - button "Sign and send"
      - button "Other ways to send"
      - group "Show the request as":
        - radio "Form" [checked]
        - radio "Raw"
      - button "Save…"
      - button "Copy as code…"
      - region "Parameters":
        - combobox /payment-product/
      - heading "Headers" [level=3]
      - table "Headers":
        - rowgroup:
          - row "Line in the signing string Header Value From Rule Actions"
        - rowgroup:
          - row /2 Date .* live SIG-10/:
            - cell "2"
            - rowheader "Date"
            - cell:
              - textbox "Date"
            - cell "live"
            - cell "SIG-10":
              - button "SIG-10"
      - heading "Body" [level=3]
      - textbox "Body"
      - separator "Height of the signing pane"
      - region "Signing":
        - heading /sign/ [level=3]
        - region "Signed text":
          - list "Signing string":
            - listitem: /request-target/
  `);
});

test('a response has its status, the possible requests, the verdicts with their result, and the body', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await page.getByRole('button', { name: '3 of 3 checks passed' }).click();
  const answer = page.getByRole('region', { name: 'Response', exact: true });
  await expect(answer).toMatchAriaSnapshot(`
    - region "Response":
      - tablist "Response details":
        - tab "Response" [selected]
        - tab "Body"
        - tab /Headers \\d+/
        - tab "Wire"
      - tabpanel "Response":
        - heading "201 Created" [level=2]
        - paragraph: /This consent gives nothing until the PSU approves it/
        - list "Possible next calls":
          - listitem:
            - button "Open the bank's page"
        - heading "3 of 3 checks passed" [level=3]
        - list "Verdicts":
          - listitem: /Passed. The bank signed this response/
          - listitem: /Passed. The body matches the schema/
          - listitem: /Passed. X-Request-ID matches the request/
        - heading "Body" [level=3]
        - list "Response body"
  `);
  await page.getByRole('tab', { name: 'Body' }).click();
  await page.getByRole('group', { name: 'Show the body as' }).getByText('Tree').click();
  await expect(answer.getByRole('tree')).toMatchAriaSnapshot(`
    - tree "Body as a tree":
      - treeitem /object/ [expanded] [level=1]
      - treeitem /_links. object/ [level=2]
  `);
});
