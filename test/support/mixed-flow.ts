/** A flow in which some steps pass and others fail, of every kind that an export expands. Its steps have names that begin differently. */
export const MIXED = `flow: Right and wrong
variables: { customer: Eirik Solbakken, order: { instructedAmount: { currency: NOK, amount: "12.00" }, creditorName: Ingrid Haugen, creditorAccount: { bban: "86011200003" }, remittanceInformationUnstructured: Rent } }
steps:
  - name: A fresh bank
    control: POST /control/reset
    body: { clock: 2027-03-10T08:00:00+01:00 }
  - name: Refused call of the operator
    control: POST /control/clock
    body: {}
  - name: Nobody has agreed yet
    request: GET /v1/accounts
  - name: Consent
    consent: "{{customer}}"
    expect: { redirect context: PRIVATE }
  - name: Right list
    request: GET /v1/accounts
    expect:
      $.accounts: { length: 2 }
      $.accounts[*].currency: { every: { equals: NOK } }
      $.accounts[0].iban: { like: NO* }
      $.accounts[0].nothing.inside: absent
    keep: { account: "$.accounts[0].bban", currencies: "$.accounts[*].currency" }
  - name: Wrong value
    request: GET /v1/accounts
    expect: { "$.accounts[0].currency": SEK }
  - name: Wrong form of several
    request: GET /v1/accounts
    expect: { "$.accounts[*].iban": { every: { form: amount } } }
  - name: Kept list
    request: GET /v1/accounts
    expect: { "$.accounts[*].currency": "{{currencies}}" }
  - name: Missing value
    request: GET /v1/accounts
    keep: { state: $.nothing }
  - name: Not without the missing value
    request: GET {{state}}
  - name: Create a payment
    request: POST /v1/payments/domestic-norway-credit-transfers
    body: "{{order}}"
    change: { debtorAccount: { bban: "{{account}}" } }
    keep: { authorise: link startAuthorisation, state: link status }
  - name: Refused payment
    request: POST /v1/payments/domestic-norway-credit-transfers
    body: "{{order}}"
    change: { debtorAccount: { bban: "{{account}}" }, instructedAmount: { currency: NOK, amount: "-1.00" } }
  - name: Refused as expected
    request: POST /v1/payments/domestic-norway-credit-transfers
    body: "{{order}}"
    change: { debtorAccount: { bban: "{{account}}" }, instructedAmount: { currency: NOK, amount: "-1.00" } }
    expect: 400
  - name: Begin the authorisation
    request: POST {{authorise}}
    expect: 201
  - name: Look at it meanwhile
    request: GET {{state}}
  - name: Abort
    sca: abort
    as: "{{customer}}"
    expect: { code: PSU_CREDENTIALS_INVALID }
  - name: Begin it again
    request: POST {{authorise}}
    expect: 201
  - name: Approval that should have failed
    sca: approve
    as: "{{customer}}"
    expect: { code: PSU_CREDENTIALS_INVALID }
  - name: Settled by a batch
    request: GET {{state}}
    until: { expect: { $.transactionStatus: ACSC }, rounds: 4, between: { control: POST /control/batch } }
  - name: Never rejected
    request: GET {{state}}
    until: { expect: { $.transactionStatus: RJCT }, rounds: 3, between: { pause: 1 } }
  - name: No page is left
    sca: approve
    as: "{{customer}}"
  - name: Some other session
    session: another
  - name: Consent of somebody unknown
    consent: Nobody Else
  - group: Twice
    each: { limit: [1, 2] }
    steps:
      - name: Transactions
        request: GET /v1/accounts?limit={{limit}}
        expect: { status: 200, time: { max: 60000 }, header X-Request-ID: present }
  - name: The end
    pause: 1
`;
