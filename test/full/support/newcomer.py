"""A client as a newcomer writes it from docs/signing.md, with the mistake that is named.

    newcomer.py BASE_URL TPP_PEM CA_FILE NOW MISTAKE

NOW is the time in seconds since 1970. Prints the status of the answer.
"""
import base64
import hashlib
import re
import sys
import uuid
from email.utils import formatdate
from urllib.parse import urlsplit

import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

base_url, pem_file, ca_file, now, mistake = sys.argv[1:]
pem = open(pem_file, 'rb').read()
key_block = re.search(rb'-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----', pem, re.S).group()
key = serialization.load_pem_private_key(key_block, password=None)
certificate = x509.load_pem_x509_certificate(pem)
issuer = ','.join(reversed([part.rfc4514_string() for part in certificate.issuer.rdns]))

body = b'{"paymentIds":["enc!!1"]}'
path, query = '/v1/signing-baskets', '?source=newcomer'
url = base_url + path + query
target = urlsplit(url).path + query
digested = b'{"paymentIds": ["enc!!1"]}' if mistake == 'other body' else body
headers = {
    'Date': formatdate(float(now), usegmt=True),
    'Digest': 'SHA-256=' + base64.b64encode(hashlib.sha256(digested).digest()).decode(),
    'X-Request-ID': str(uuid.uuid4()),
    'TPP-Redirect-URI': 'https://tpp.example/return',
}
signed_target = {'no query': target.split('?')[0], 'host in the target': url}.get(mistake, target)
lines = ['(request-target): post ' + signed_target]
for name, value in headers.items():
    lines.append((name if mistake == 'names as sent' else name.lower()) + ': ' + value)
listed = ['(request-target)'] + [name.lower() for name in headers]
if mistake == 'other order':
    lines.reverse()
string = '\n'.join(lines) + ('\n' if mistake == 'newline at the end' else '')
data = hashlib.sha256(string.encode()).digest() if mistake == 'hashed twice' else string.encode()
scheme = padding.PKCS1v15()
if mistake == 'PSS':
    scheme = padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.DIGEST_LENGTH)
signature = key.sign(data, scheme, hashes.SHA1() if mistake == 'SHA-1' else hashes.SHA256())
encode = base64.urlsafe_b64encode if mistake == 'base64url' else base64.b64encode
text = 'keyId="SN=%X,CA=%s",algorithm="rsa-sha256",headers="%s",signature="%s"' % (
    certificate.serial_number, issuer, ' '.join(listed), encode(signature).decode())
headers['Signature'] = text if text.isascii() else '=?utf-8?B?' + base64.b64encode(text.encode()).decode() + '?='
headers['TPP-Signature-Certificate'] = base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()
headers.update({'Content-Type': 'application/json', 'TPP-Session-ID': 'newcomer', 'PSU-IP-Address': '203.0.113.24'})
session = requests.Session()
session.trust_env, session.verify = False, ca_file
print(session.post(url, data=body, headers=headers).status_code)
