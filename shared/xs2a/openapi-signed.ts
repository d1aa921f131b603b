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
  Location: '/v1/payments/domestic-norway-credit-transfers/enc!!_D-ZcIOL1YCQ6I_HVETjbdg%3D',
  'X-Request-ID': '0f8fad5b-d9cb-469f-a165-70867728950e',
  Digest: 'SHA-256=1nZRMHVoLfpQ50khLxlAsJdPfqDe847G0yTFwgSk028=',
  Signature:
    'keyId="SN=658DC1A3B76FDDBC747B8A14DB55DB6E,CA=CN=Simulated bank CA,O=Simulated bank,C=NO",algorithm="rsa-sha256",headers="date digest x-request-id",signature="qqFeBkKl/3NUblnBj/sKmr+lxwNKDP0RVIk4fQiR6q/Myl5mQgMYR+q2mSLzNTb9f9GXbedpjHOprLd/PWoEdH1kksTQURX7MMDLoaJVQie9o6EC05Is/ws+aDt2+aomQOgv9Cu1rHI/INW9OT72CNJMfaArxZq+lXuvRSnJpOVwFgag/1Tq2EFN2AQqLD9BqpraX1rovpbTW1ZmVJ/IvvxxKlToeLoKat+8oLNdKgBWcT3fRRK7WavUx2jHfFlFH+5CS/uAXsPfEDKMq5hIFLxOt6Nf2sVeNYCQQfaTrGO1jegH3dPO7STFa7lj48ykUxXaf9YgY1pNbfIF7J49VQ=="',
  'TPP-Signature-Certificate':
    'MIIDdjCCAl6gAwIBAgIQZY3Bo7dv3bx0e4oU21XbbjANBgkqhkiG9w0BAQsFADBCMQswCQYDVQQGEwJOTzEXMBUGA1UECgwOU2ltdWxhdGVkIGJhbmsxGjAYBgNVBAMMEVNpbXVsYXRlZCBiYW5rIENBMB4XDTI2MTEyMzA5MDAwMloXDTI4MTAyNDA5MDAwMlowTTELMAkGA1UEBhMCTk8xFzAVBgNVBAoMDlNpbXVsYXRlZCBiYW5rMSUwIwYDVQQDDBxTaW11bGF0ZWQgYmFuayByZXNwb25zZSBzZWFsMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtdSDD+2a9Vs+EJLIobp2WACRmQB4pJOu0gyeWdflovHRc4mPFkODaFRbC+JEVxCtkRvtjKbXRQOckxVMiCisult5mEsoWGKCRCyXnjuHFZoX9MYohDyWtrLH8ltILP1Ho0jHXZXBhkbHyqB8vBJrdBJwHthaqmEtFDZrAut5DDBI/kz9E76Y4H6HQwL0//MqO06IaXj2JRB8JSDkJ2S3hNGqFNXZ+W3DGQrqOGhJF+zxUS4sjsJM8Ymtw5P2clVWi20bq1X3BN6rRlhiOWE+tn+GHU9hiwZm6vk60h9MtwCbwWnRBU6gTQgjrMNv6YWX4j8OWoLsSJC85GAWsrpnbwIDAQABo10wWzAdBgNVHQ4EFgQUe6NRVklvB294Y4E7jvZWOza9hDYwHwYDVR0jBBgwFoAU5z0nzZquTdO4NumWTb2voF0IVTgwCQYDVR0TBAIwADAOBgNVHQ8BAf8EBAMCB4AwDQYJKoZIhvcNAQELBQADggEBABIgvRwakCzGVxngz2KIUj7eZtm84uaM23GXr7YDzwaqCoIvphUNJ1rz8/wYELFprhjSwPIJ4Lbfh3Kxen0GKqFNoL5A/dOrAzjxoi8DQuoZOpyItkF1RxU20iuxpWBrelLetLzbOySPEIcdTKA4wNaZU0G3ANx8Ngi2+4Uzij5wEuqUB/5pMv/0UkCDi6Qj58aaowjyARXQTYgJivSHoXDHHdoGVoWnpWlbBv2IlBKM3AmbllJlMgz/Vx7+5j7JNTtZn2wZ0yzgPuY3/3gECNECHCRXPYcI9GZDoWp1xPPP1Pgsf9KbYkeH3pAMnFEBoNCpSS/PrR0wiXaSpCCxJRw=',
} as const;
