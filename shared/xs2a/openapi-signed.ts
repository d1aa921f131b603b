/** Headers of the request and the response in docs/signing, for the examples of the OpenAPI document. */

export const SIGNED_REQUEST = {
  Date: 'Fri, 15 Jan 2027 09:42:07 GMT',
  'X-Request-ID': '0f8fad5b-d9cb-469f-a165-70867728950e',
  'TPP-Redirect-URI': 'https://tpp.example/return',
  'TPP-Session-ID': '6d0a6b4e-6a31-4f0e-9f6e-1f2d5c9a8b70',
  'PSU-IP-Address': '203.0.113.24',
  Digest: 'SHA-256=t1Y6HLy+B70i9fLnx40F+NxT9c1e426HpJCThRz98Qs=',
} as const;

export const SIGNED_RESPONSE = {
  Date: 'Fri, 15 Jan 2027 09:42:07 GMT',
  'Cache-Control': 'no-store',
  Location: '/v1/payments/norwegian-domestic-credit-transfers/enc!!89MTVSL07aW1igIKtcYylOc%3D',
  'X-Request-ID': '0f8fad5b-d9cb-469f-a165-70867728950e',
  Digest: 'SHA-256=B5F47BNxH2pd/XcYPSEPrtkrxzli6hrcwIVJgT3Y1ws=',
  Signature:
    'keyId="SN=42505FEEB92CC6E210AB35D7D5F884D0,CA=CN=Simulated bank CA,O=Simulated bank,C=NO",algorithm="rsa-sha256",headers="date digest x-request-id",signature="HCk9YSYN2Kui68uZeUmba2gOWiUl8iB+ehlfpB2gce5iAMfNChyrVxmhiApQP+a3bXe1Yxhy7ZAx8rxAMMeznIeR3St0LNjpHdAJHq7ovOOUm+AE/rMVLjyh0c6liw8HUy8bxJbbpcugTT4GoMKOFTD0VagIAUQVBrUhcGprGZIFeRmcV2mgtxT1cS82juO+dB9vtfJbWy7bH3a04t7Mv2flJ/RLlcWtFDIfbc+RtNAkLpsPWopWVUvTWHC+7ATMys90/yrLvTU8o/6Q1dqNXIt+9E5p9wLuAr/+h+futiML4vlTDqh1An3AattcbdGmIgsd1CwGkCxPF3wzomUcJQ=="',
  'TPP-Signature-Certificate':
    'MIIDdjCCAl6gAwIBAgIQQlBf7rksxuIQqzXX1fiE0DANBgkqhkiG9w0BAQsFADBCMQswCQYDVQQGEwJOTzEXMBUGA1UECgwOU2ltdWxhdGVkIGJhbmsxGjAYBgNVBAMMEVNpbXVsYXRlZCBiYW5rIENBMB4XDTI2MTEyMTExMTczM1oXDTI4MTAyMjExMTczM1owTTELMAkGA1UEBhMCTk8xFzAVBgNVBAoMDlNpbXVsYXRlZCBiYW5rMSUwIwYDVQQDDBxTaW11bGF0ZWQgYmFuayByZXNwb25zZSBzZWFsMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0hSlNVG9endP7Rr7DL4OUoITnXEVhDiSgg9sDMMcF44vT4emu85wFXXdqj6T3/zdfJ5Waox63hoN/pDUVrH6acxt8FmlvGTTJEn19EVcXWfEabEo6o7oNvVmgSqPHFiR3kU3Eecppv1puVbYRzND55DbgcEEtn9xpSg9CVuGG+tDorW3mF151ml5DkSQ9tn72uNqPdWKpz5J9X3lYzEtZvBJA1/AG4ABuN4yvrgH2X8cfbcF6T4o1EQ6ChxpYX+TNZSP/7udmZG0lL7NN43v29ir9ikwS/btPpBhJbMFAdMR3A6WmxQJBrmHUo1T5/3ocUjFsqXKgdzG2+p3IjHuSQIDAQABo10wWzAdBgNVHQ4EFgQUcWTHImxztdTmjSgOyqQoMALn7KQwHwYDVR0jBBgwFoAUsIcNZHKasI/5/neMDIxnqAwtD2AwCQYDVR0TBAIwADAOBgNVHQ8BAf8EBAMCB4AwDQYJKoZIhvcNAQELBQADggEBAE46+YhbfNMZuGKAEHS9u1TlR5tpu/D6vOhfJZR0S8+pciKRmXMymi+kuR1MfqH2IHjb9aAYd2/xJkCi8LppFs5bkCvwjq46sVv/XzhdM8NWUX3MbbodaVhQL29X2gTdqycKQWlu6GZkhQVl89NN0q47sF8Rw0y8/qifmgCxlkfsYWVnqZyaR4UT4S5ks+WX7p+0ZsRZvwpTe2unpg8bqIr5BwoyRfI15MkcLqaKLxid0VA0mDVa/3vC3ULcfDrY5Cwp/KSEVY9hCF1aiN9dieRSPdT7oiwHQ7Q94N3RoIfdcfLEtaadVwolsGbuJfYootfStRZ+IoD1+KgNB7+tIBE=',
} as const;
