"""A client of the simulated bank that knows it from its documents alone: docs/openapi.json, docs/control-openapi.json and
docs/simulator.md. It shares no code with the bank or the workbench, so a mistake that both make together shows here.

    independent_client.py BANK OTHER

BANK and OTHER are files with the line of JSON that a bank prints with --json. Both are sandboxes. OTHER has the quirks
sepaReportingFrom100000=true and keyIdSpelling=lenient. Prints a line for each check; the exit status is 0 if all passed.
"""
import base64
import datetime
import email.utils
import hashlib
import html.parser
import http.client
import json
import ssl
import sys
import uuid
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlsplit

import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding

EIRIK = '13839319910'
DAY = datetime.timedelta(days=1)
REDIRECT_URI = 'https://tpp.example/return'
DOMESTIC = '/v1/payments/domestic-norway-credit-transfers'
SEPA = '/v1/payments/sepa-credit-transfers'
CROSS_BORDER = '/v1/payments/norwegian-cross-border-credit-transfers'
REPORTED = {'regulatoryReportingCode': '29', 'regulatoryReportingInformation': 'Timber'}


def same(found, expected, what):
    assert found == expected, f'{what}: {found!r} instead of {expected!r}'


def b64(data):
    return base64.b64encode(data).decode('ascii')


def verify(certificate, signature, data):
    certificate.public_key().verify(signature, data, padding.PKCS1v15(), hashes.SHA256())


def web(ca_file=None):
    """A session of HTTP that goes by nothing in the environment, such as a proxy or other CAs."""
    session = requests.Session()
    session.trust_env, session.verify = False, ca_file
    return session


@dataclass(frozen=True)
class Context:
    """For whom a request is sent: a session, and what an SCA returned."""

    session: str = 'no-session'
    psu_id: str = ''
    corporate_id: str = ''


class Tpp:
    """Signs with a certificate of its own: the sandbox accepts any with an RSA key of 2048 bits."""

    def __init__(self, ready_file):
        with open(ready_file, encoding='utf-8') as file:
            self.ready = json.load(file)
        self.api, self.ca_file = self.ready['apiBaseUrl'], self.ready['caFile']
        with open(self.ca_file, 'rb') as file:
            self.ca = x509.load_pem_x509_certificate(file.read())
        self.web = web(self.ca_file)
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.read_clock()
        today = email.utils.parsedate_to_datetime(self.date).replace(tzinfo=None)
        number = int('C0FFEE' + uuid.uuid4().hex[:16], 16)  # in hexadecimal, it has letters and no leading zero
        name = x509.Name.from_rfc4514_string('CN=Utenfor AS,O=Utenfor AS,C=NO')
        builder = x509.CertificateBuilder(name, name, self.key.public_key(), number)
        builder = builder.not_valid_before(today - DAY).not_valid_after(today + 90 * DAY)
        self.certificate = builder.sign(self.key, hashes.SHA256())
        self.serial = f'{number:X}'

    def control(self, method, path, body=None):
        headers = {'Authorization': f'Bearer {self.ready["controlToken"]}'}
        response = web().request(method, self.ready['controlBaseUrl'] + path, json=body, headers=headers)
        same(response.status_code, 200, f'{method} {path} ({response.text})')
        return response.json()

    def read_clock(self):
        """The bank's clock may be anywhere, so nothing here goes by the machine's."""
        self.date = self.web.head(self.api + '/v1/user').headers['Date']

    def headers(self, context, body, serial):
        """All headers of a request; the first ones are signed."""
        signed = {'Date': self.date, 'X-Request-ID': uuid.uuid4().hex, 'TPP-Redirect-URI': REDIRECT_URI}
        if body is not None:
            signed['Digest'] = 'SHA-256=' + b64(hashlib.sha256(body).digest())
        if context.psu_id:
            signed['PSU-ID'] = context.psu_id
        if context.corporate_id:
            signed['PSU-Corporate-ID'] = context.corporate_id
        text = '\n'.join(f'{name.lower()}: {value}' for name, value in signed.items())
        signature = b64(self.key.sign(text.encode('ascii'), padding.PKCS1v15(), hashes.SHA256()))
        key_id = f'SN={serial or self.serial},CA={self.certificate.issuer.rfc4514_string()}'
        names = ' '.join(signed).lower()
        return {
            **signed,
            'TPP-Session-ID': context.session,
            'PSU-IP-Address': '203.0.113.24',
            'x-accept-fix': 'amount-as-string',
            'Content-Type': 'application/json',
            'TPP-Signature-Certificate': b64(self.certificate.public_bytes(Encoding.DER)),
            'Signature': f'keyId="{key_id}",algorithm="rsa-sha256",headers="{names}",signature="{signature}"',
        }

    def send(self, method, path, body=None, context=Context(), status=200, serial=None):
        """Sends a path as it is. Returns the body of the response, whose status and seal must be right."""
        data = None if body is None else json.dumps(body).encode('utf-8')
        headers = self.headers(context, data, serial)
        request = requests.Request(method, self.api, data=data, headers=headers).prepare()
        request.url = self.api + path  # requests itself would write it anew
        response = self.web.send(request, verify=self.ca_file, allow_redirects=False)
        same(response.status_code, status, f'{method} {path} ({response.text[:500]})')
        self.check_seal(response, headers['X-Request-ID'])
        self.date = response.headers['Date']
        return response.json()

    def get(self, path, context=Context(), **more):
        return self.send('GET', path, None, context, **more)

    def post(self, path, body=None, context=Context(), status=201):
        return self.send('POST', path, body, context, status)

    def check_seal(self, response, request_id):
        """The bank signs each of its bodies, with a certificate of its CA."""
        got = response.headers
        same(got['X-Request-ID'], request_id, 'X-Request-ID of the response')
        same(got['Digest'], 'SHA-256=' + b64(hashlib.sha256(response.content).digest()), 'Digest of the response')
        parts = dict(part.split('="', 1) for part in got['Signature'].rstrip('"').split('",'))
        same(parts['headers'], 'date digest x-request-id', 'what the bank signs')
        text = '\n'.join(f'{name}: {got[name]}' for name in parts['headers'].split(' '))
        seal = x509.load_der_x509_certificate(base64.b64decode(got['TPP-Signature-Certificate']))
        verify(self.ca, seal.signature, seal.tbs_certificate_bytes)
        verify(seal, base64.b64decode(parts['signature']), text.encode('ascii'))


class Form(html.parser.HTMLParser):
    """The fields and buttons of the form in a page, as a browser sees them."""

    def __init__(self, page):
        super().__init__()
        self.fields, self.buttons, self.texts = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        one = {'type': '', 'label': [], **dict(attributes)}
        if tag in ('label', 'button'):
            self.texts = one['label']
        if tag == 'input':
            self.fields.append({**one, 'label': self.texts})
        elif tag == 'button':
            self.buttons.append(one)

    def handle_endtag(self, tag):
        if tag in ('label', 'button'):
            self.texts = []

    def handle_data(self, data):
        self.texts.append(data)

    def filled_in(self, button, typed, chosen):
        """What a button submits, with `typed` in the field for text and the radio button beside the text `chosen`."""
        radios = [one for one in self.fields if one['type'] == 'radio']
        # The account of a payment answers on whose behalf.
        if chosen and radios:
            [found] = [one for one in radios if chosen in ' '.join(one['label'])]
            for one in radios:
                one.pop('checked', None)
            found['checked'] = None
        [pressed] = [one for one in self.buttons if ''.join(one['label']).strip().startswith(button)]
        sent = [one for one in self.fields if one['type'] in ('hidden', 'text') or 'checked' in one]
        return [(one['name'], typed if one['type'] == 'text' else one['value']) for one in sent + [pressed]]


def approve(tpp, started, psu, context, company=''):
    """Goes through the bank's pages as the PSU. Returns the context of the redirect back to the TPP."""
    address, browser = started['_links']['scaRedirect']['href'], web(tpp.ca_file)
    page = browser.get(address)
    page = browser.post(address, data=Form(page.text).filled_in('Continue', psu, ''))
    page = browser.post(address, data=Form(page.text).filled_in('Approve', '', company), allow_redirects=False)
    same(page.status_code, 302, f'approval by {psu}')
    back, _, query = page.headers['Location'].partition('?')
    found = dict(parse_qsl(query, strict_parsing=True))
    same((back, found.get('tpp-session-id')), (REDIRECT_URI, context.session), 'redirect to the TPP')
    same(found.get('context'), 'CORPORATE' if company else 'PRIVATE', 'context of the redirect')
    return Context(context.session, found['psu-id'], found.get('psu-corporate-id', ''))


def consent(tpp, psu, company='', before=Context()):
    """An SCA in a new session. `before` has what an earlier one returned."""
    context = Context(f'session-{uuid.uuid4()}', before.psu_id)
    return approve(tpp, tpp.post('/v1/bank-offered-consents', None, context), psu, context, company)


def pay(tpp, path, body, psu, context, company=''):
    """Creates and approves a payment. Returns the link to its status."""
    created = tpp.post(path, body, context)
    started = tpp.post(created['_links']['startAuthorisation']['href'], None, context)
    approve(tpp, started, psu, context, company)
    return created['_links']['status']['href']


def make_account(tpp, owner, amount, currency):
    opening = {'balanceType': 'expected', 'balanceAmount': {'amount': amount, 'currency': currency}}
    account = {'customerNumber': owner, 'accountName': 'Egen', 'currency': currency, 'balances': [opening]}
    return tpp.post('/v1/sandbox/accounts', account)


def make_company(tpp, name, signer):
    """A company with an account for which a new person acts. Returns the account and the person's national ID."""
    company = tpp.post('/v1/sandbox/customers', {'customerType': 'CORPORATE', 'customerName': name})
    person = tpp.post('/v1/sandbox/customers', {'customerType': 'PRIVATE', 'customerName': signer})
    account = make_account(tpp, company['customerNumber'], '100000.00', 'NOK')
    [agreement] = company['agreements']
    path = f'/v1/sandbox/agreements/{quote(agreement["id"], safe="")}/engagements'
    on = {'customer': person['customerNumber'], 'account': {'iban': account['iban']}}
    tpp.post(path, {**on, 'roles': ['REGISTER', 'VIEW'], 'registerLimit': 0, 'approvalLimit': 0})
    return account, person['customerNumber']


def get_links(value):
    """All links of a body that can be followed with GET."""
    if isinstance(value, list):
        return [link for one in value for link in get_links(one)]
    if not isinstance(value, dict):
        return []
    own = [link['href'] for link in value.get('_links', {}).values() if 'GET' in link['verbs']]
    return own + [link for name, one in value.items() if name != '_links' for link in get_links(one)]


def transfer(amount, currency, debtor, creditor, **more):
    both = {'debtorAccount': debtor, 'creditorAccount': creditor, 'creditorName': 'Holzbau Lindner'}
    amount = {'amount': amount, 'currency': currency}
    return {'instructedAmount': amount, **both, 'remittanceInformationUnstructured': 'Takk', **more}


def abroad(account, amount, **more):
    return transfer(amount, 'EUR', {'iban': account['iban']}, {'iban': 'DE89370400440532013000'}, **more)


def listings(tpp, _other):
    """Every listing answers without parameters, and each of its links leads somewhere"""
    eirik = consent(tpp, EIRIK)
    top = ['accounts', 'card-accounts', 'user', 'users', 'agreements']
    top += ['sandbox/customers', 'sandbox/accounts', 'sandbox/agreements']
    answers = {f'/v1/{name}': tpp.get(f'/v1/{name}', eirik) for name in top}
    more = []
    for kind, name in (('accounts', 'accounts'), ('card-accounts', 'cardAccounts')):
        for one in answers[f'/v1/{kind}'][name]:
            more += [f'/v1/{kind}/{quote(one["resourceId"], safe="")}/{part}' for part in ('balances', 'transactions')]
        owned = [one for customer in answers['/v1/sandbox/customers']['customers'] for one in customer[name]]
        more += [f'/v1/sandbox/{kind}/{quote(one, safe="")}/transactions' for one in owned]
    address = {'creditorAddress': {'townName': 'Bonn', 'country': 'DE'}}
    payment = abroad(answers['/v1/accounts']['accounts'][0], '10.00', **address, **REPORTED)
    created = tpp.post(CROSS_BORDER, payment, eirik)
    basket = tpp.post('/v1/signing-baskets', {'paymentIds': [created['paymentId']]}, eirik)
    self = created['_links']['self']['href']
    more += [f'{self}/authorisations', f'{self}/cancellation-authorisations']
    more += [f'{basket["_links"]["self"]["href"]}/authorisations']
    # Pages have links with a query; without parameters, all is on the first page.
    more += [f'{path}?limit=10' for path in more if path.endswith('/transactions')]
    answers.update({path: tpp.get(path, eirik) for path in more})
    todo, followed = get_links(list(answers.values())), set(answers)
    while todo:
        link = todo.pop()
        if link not in followed:
            followed.add(link)
            todo += get_links(tpp.get(link, eirik))
    assert any('offset=' in link for link in followed), 'no page has a next one'
    return f'{len(top) + len(more)} listings, {len(followed) - len(answers)} other links'


def company_made_by_hand(tpp, _other):
    """A company made by hand pays, from the SCA on the bank's pages to the settlement"""
    account, signer = make_company(tpp, 'Utenfor Verksted AS', 'Astrid Lunde')
    astrid = consent(tpp, signer, 'Utenfor Verksted AS')
    same(tpp.get('/v1/user', astrid)['psuCorporateId'], astrid.corporate_id, 'company of the session')
    [shared] = tpp.get('/v1/accounts', astrid)['accounts']
    same(shared['iban'], account['iban'], 'account of the company')
    payment = transfer('1250.00', 'NOK', {'bban': account['bban']}, {'bban': '86011200003'})
    status = pay(tpp, DOMESTIC, payment, signer, astrid, 'Utenfor Verksted AS')
    same(tpp.get(status, astrid)['transactionStatus'], 'PDNG', 'status after the SCA')
    tpp.control('POST', '/control/clock', {'set': tpp.control('GET', '/control/state')['nextBatch']})
    tpp.read_clock()
    same(tpp.get(status, astrid)['transactionStatus'], 'ACSC', 'status after the batch')
    [booked] = tpp.get(shared['_links']['transactions']['href'], astrid)['transactions']['booked']
    same(booked['transactionAmount'], {'amount': '-1250.00', 'currency': 'NOK'}, 'transaction')
    left = tpp.get(shared['_links']['balances']['href'], astrid)['balances']
    same({one['balanceAmount']['amount'] for one in left}, {'98750.00'}, 'balances')
    return 'PDNG, ACSC, booked'


def two_contexts(tpp, _other):
    """A session of a company ends the private one, and takes no other PSU-Corporate-ID"""
    _, signer = make_company(tpp, 'Utenfor Verksted AS', 'Astrid Lunde')
    foreign = consent(tpp, signer, 'Utenfor Verksted AS').corporate_id
    private = consent(tpp, EIRIK)
    same(tpp.get('/v1/user', private)['context'], 'PRIVATE', 'context at first')
    agreements = tpp.get('/v1/agreements', private)['agreements']
    corporate = consent(tpp, EIRIK, 'Fjellheim Bygg AS', private)
    same(corporate.psu_id, private.psu_id, 'psu-id in both contexts')
    same(tpp.get('/v1/user', corporate)['context'], 'CORPORATE', 'context of the company')
    [nordlys] = [one['psuCorporateId'] for one in agreements if one['psuCorporateId'] != corporate.corporate_id]
    here = (corporate.session, corporate.psu_id)
    refused = [
        (private, 401, 'PSU_CREDENTIALS_INVALID'),
        (Context(*here), 400, 'CORPORATE_ID_INVALID'),
        (Context(*here, foreign), 400, 'CORPORATE_ID_INVALID'),
        (Context(*here, str(uuid.uuid4())), 400, 'CORPORATE_ID_INVALID'),
        (Context(*here, nordlys), 401, 'PSU_CREDENTIALS_INVALID'),  # Eirik's, but another SCA's
    ]
    for context, status, code in refused:
        answer = tpp.get('/v1/user', context, status=status)
        same(answer['tppMessages'][0]['code'], code, f'code of the refusal {answer}')
        same('scaRedirect' in answer.get('_links', {}), status == 401, f'an scaRedirect in {answer}')
    same(len(tpp.get('/v1/accounts', private)['accounts']), 2, 'private accounts, which need no session')
    return f'{len(refused)} refusals'


def reporting(tpp, other):
    """A SEPA payment of EUR 9,000 needs no reporting, but does with the quirk"""
    eirik, account = consent(tpp, EIRIK), make_account(tpp, EIRIK, '20000.00', 'EUR')
    status = pay(tpp, SEPA, abroad(account, '9000.00'), EIRIK, eirik)
    same(tpp.get(status, eirik)['transactionStatus'], 'PDNG', 'status after the SCA')
    same(tpp.control('POST', '/control/batch')['settled'], 1, 'settled payments')
    same(tpp.get(status, eirik)['transactionStatus'], 'ACSC', 'status after the batch')
    eirik, account = consent(other, EIRIK), make_account(other, EIRIK, '20000.00', 'EUR')
    for amount in ('9000.00', '8515.35'):  # a euro is 11.7435 kroner, so this is NOK 100,000.01
        messages = other.post(SEPA, abroad(account, amount), eirik, status=400)['tppMessages']
        same({one['path'] for one in messages}, set(REPORTED), 'members that the bank misses')
    other.post(SEPA, abroad(account, '8515.34'), eirik)  # NOK 99,999.90
    other.post(SEPA, abroad(account, '9000.00', **REPORTED), eirik)
    return 'refused from NOK 100,000'


def large_bodies(tpp, _other):
    """A body of 6 MiB gets a readable refusal on each of twenty connections"""
    body = json.dumps({'customerName': 'x' * 6 * 1024 * 1024}).encode('ascii')
    address = urlsplit(tpp.api)
    trusted = ssl.create_default_context(cafile=tpp.ca_file)
    for _ in range(20):
        # Below requests, which would hide a pipe that breaks while the body is sent.
        connection = http.client.HTTPSConnection(address.hostname, address.port, context=trusted)
        connection.request('POST', '/v1/sandbox/customers', body, tpp.headers(Context(), body, None))
        response = connection.getresponse()
        answer = json.loads(response.read())
        same(response.status, 413, f'status of {answer}')
        assert '1048576' in answer['tppMessages'][0]['text'], f'{answer} does not say what is allowed'
        connection.close()
    tpp.get('/v1/sandbox/customers')
    return '413, 20 times'


def serials(tpp, other):
    """A keyId has its serial in upper case; in lower case, only a lenient bank takes it"""
    tpp.get('/v1/sandbox/customers', serial=tpp.serial)
    lower = tpp.serial.lower()
    [message] = tpp.get('/v1/sandbox/customers', serial=lower, status=400)['tppMessages']
    same(message['code'], 'CERTIFICATE_INVALID', 'code of the refusal')
    assert 'upper-case' in message['text'] and tpp.serial in message['text'], f'{message} does not explain'
    [exchange] = tpp.control('GET', '/control/exchanges?limit=1')['exchanges']
    same(exchange['explanation']['check'], 'key-id', 'check that failed')
    expected = f'SN={tpp.serial},CA=CN=Utenfor AS,O=Utenfor AS,C=NO'
    same(exchange['explanation']['expectedKeyId'], expected, 'keyId that the bank expects')
    other.get('/v1/sandbox/customers', serial=other.serial.lower())
    return lower


def main(*ready_files):
    tpps = [Tpp(file) for file in ready_files]
    checks = [listings, company_made_by_hand, two_contexts, reporting, large_bodies, serials]
    failed = 0
    for number, check in enumerate(checks, 1):
        try:
            for one in tpps:
                one.control('POST', '/control/reset', {})
            print(f'ok {number} {check.__doc__}: {check(*tpps)}', flush=True)
        except Exception as error:  # whatever it is, the other checks still say what they find
            failed += 1
            print(f'FAILED {number} {check.__doc__}: {type(error).__name__} {error}', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:3]))
