#!/usr/bin/env bash
# Create a payment
curl -sS -X POST 'https://api.bank.example/v1/payments/sepa-credit-transfers' \
  -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" \
  -H 'X-Request-ID: 99391c7e-ad88-49ec-a2ad-99ddcb1f7721' \
  --data-raw $'{"creditorName":"O\'Hara \u00e6","remittanceInformationUnstructured":"a\\nb"}' | jq .

# Read a file
curl https://api.bank.example/v1/files --data @/etc/passwd --cert tpp.pem -k --frobnicate

curl -G "https://api.bank.example/v1/accounts" -d withBalance=true --data-urlencode "name=Bjørn & co" -u user:canary-user -b 'sid=canary-cookie'

curl --json '{"a": 1}' https://api.bank.example/json --next -F 'title=x;type=text/plain' -F 'file=@/home/me/scan.pdf' https://api.bank.example/form
wget https://api.bank.example/other
curl -T photo.jpg "https://api.bank.example/$(date +%F)/photo" > out.txt
curl 'https://api.bank.example/unfinished
