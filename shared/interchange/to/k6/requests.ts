/**
 * Signs and sends; SCAs and control calls of a simulator. Text of a script for k6, which has ECMAScript without `URL`, `TextEncoder` and `Intl`, its own
 * modules, and `crypto.subtle`. `test/core/k6-script.test.ts` runs it in such an environment.
 */
export const K6_REQUESTS = String.raw`
let signingKey = null;

async function signatureOf(text) {
  if (signingKey === null) {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: { name: 'SHA-256' } };
    signingKey = await crypto.subtle.importKey('pkcs8', encoding.b64decode(KEY), algorithm, false, ['sign']);
  }
  const bytes = encoding.b64decode(encoding.b64encode(text));
  return encoding.b64encode(await crypto.subtle.sign({ name: 'RSASSA-PKCS1-v1_5' }, signingKey, bytes));
}

async function send(scope, request, names) {
  const { run } = scope;
  const path = filledPath(scope, request.path);
  const body =
    request.json === undefined
      ? filledText(scope, request.text)
      : JSON.stringify(filled(scope, request.json), null, 2);
  const own = request.headers.map(([name, value]) => [name, filledText(scope, value)]);
  // Another host gets nothing of the bank.
  const isBank = path[0] === '/';
  const usual = usualHeaders(run, request, body).filter(([name]) => isBank || /^(?:accept|content-type)$/i.test(name));
  const headers = new Map(usual.map((one) => [one[0].toLowerCase(), one]));
  for (const one of own) headers.set(one[0].toLowerCase(), one);
  for (const name of request.without || []) headers.delete(name);
  if (isBank && !headers.has('signature'))
    headers.set('signature', ['Signature', await signatureHeader(request.method, path, headers)]);
  const params = { headers: {}, redirects: 0, tags: { name: labelOf(names) } };
  for (const [name, value] of headers.values()) params.headers[name] = value;
  if (request.status) params.responseCallback = http.expectedStatuses({ min: 200, max: 399 }, request.status);
  const response = await http.asyncRequest(
    request.method,
    isBank ? BASE_URL + path : path,
    body === '' ? null : body,
    params,
  );
  if (response.status === 0) throw new Error(response.error);
  const link = found({ of: 'body', at: ['_links', 'scaRedirect', 'href'] }, { response });
  if (isBank && link !== null) run.scaRedirect = link.is;
  if (request.renews && response.status === 201) renew(run);
  return { response, redirect: null };
}

function usualHeaders(run, request, body) {
  const all = [
    ['Accept', 'application/json'],
    ['Date', new Date(nowOf(run)).toUTCString()],
  ];
  if (body !== '') all.push(['Content-Type', 'application/json']);
  if (body !== '' || PROFILE.digestWithoutBody) {
    const hash = PROFILE.digestAlgorithm === 'SHA-512' ? sha512 : sha256;
    all.push(['Digest', PROFILE.digestAlgorithm + '=' + hash(body, 'base64')]);
  }
  all.push(['X-Request-ID', crypto.randomUUID()]);
  if (request.psu && run.psu !== null) {
    all.push(['PSU-ID', run.psu.id]);
    if (run.psu.corporateId !== null) all.push(['PSU-Corporate-ID', run.psu.corporateId]);
  }
  if (request.redirect) {
    all.push(['TPP-Redirect-URI', REDIRECT_URI]);
    all.push(['TPP-Session-ID', run.session.id]);
    all.push(['PSU-IP-Address', PSU_IP]);
  }
  if (request.acceptFix) all.push(['x-accept-fix', request.acceptFix]);
  all.push([PROFILE.certificateHeader, certificateValue()]);
  if (PROFILE.headers.includes('host'))
    all.push(['Host', BASE_URL.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/, '')]);
  return all;
}

async function signatureHeader(method, path, headers) {
  const target = BASE_URL.replace(/^[a-z]+:\/\/[^/]*/i, '') + path;
  const names = PROFILE.headers.filter((name) => name === '(request-target)' || headers.has(name));
  const lines = names.map((name) => {
    if (name === '(request-target)') return name + ': ' + method.toLowerCase() + ' ' + target;
    return name + ': ' + headers.get(name)[1].replace(/^[ \t]+|[ \t]+$/g, '');
  });
  const signature = await signatureOf(lines.join('\n'));
  const text = [
    'keyId="' + KEY_ID + '"',
    'algorithm="' + PROFILE.algorithm + '"',
    'headers="' + names.join(' ') + '"',
    'signature="' + signature + '"',
  ].join(',');
  if (/^[\x20-\x7e]*$/.test(text) || PROFILE.nonAscii === 'utf-8') return text;
  return '=?utf-8?B?' + encoding.b64encode(text) + '?=';
}

// The certificate in the form of the signature profile.
function certificateValue() {
  if (PROFILE.certificateForm === 'base64') return CERTIFICATE;
  const lines = CERTIFICATE.replace(/.{64}(?=.)/g, '$&\n');
  const pem = '-----BEGIN CERTIFICATE-----\n' + lines + '\n-----END CERTIFICATE-----\n';
  if (PROFILE.certificateForm === 'pem-line') return pem.replace(/\n/g, '');
  return PROFILE.certificateForm === 'pem-base64' ? encoding.b64encode(pem) : encodeURIComponent(pem);
}

// The PSU decides, by the control listener of a simulator.
async function decide(scope, sca, names) {
  const { run } = scope;
  const link = sca.link === undefined ? run.scaRedirect : filledText(scope, sca.link);
  if (!link) throw new Error('No response has had an scaRedirect.');
  const json = { nationalId: filledText(scope, sca.psu), decision: sca.decision };
  if (sca.context !== undefined) json.context = sca.context;
  if (sca.agreement !== undefined) {
    json.context = sca.context || 'CORPORATE';
    json.agreementId = filledText(scope, sca.agreement);
  }
  if (sca.accounts !== undefined) json.accounts = filled(scope, sca.accounts);
  const id = link
    .replace(/[?#].*$/, '')
    .split('/')
    .pop();
  const { response } = await callControl(run, 'POST', '/control/sca/' + id, json, names);
  if (response.status >= 400) throw new Error('The control listener refuses: ' + response.body);
  const redirect = parametersOf(JSON.parse(response.body).redirectUri);
  run.scaRedirect = null;
  if (redirect['psu-id'] === undefined || redirect.context === undefined) return { response: null, redirect };
  const sessionId = redirect['tpp-session-id'] || '';
  const known = Object.keys(run.sessions).find((name) => run.sessions[name].id === sessionId);
  if (known !== undefined) run.session = run.sessions[known];
  else if (sessionId !== '') run.session.id = sessionId;
  const corporate = redirect['psu-corporate-id'];
  run.session.psu = { id: redirect['psu-id'], corporateId: corporate === undefined ? null : corporate };
  run.psu = run.session.psu;
  return { response: null, redirect };
}

async function control(scope, step, names) {
  const path = filledPath(scope, step.path);
  const json = step.json === undefined ? null : filled(scope, step.json);
  return callControl(scope.run, step.method, path, json, names);
}

async function callControl(run, method, path, json, names) {
  const headers = { Authorization: 'Bearer ' + (__ENV.TPP_CONTROL_TOKEN || '') };
  if (json !== null) headers['Content-Type'] = 'application/json';
  const params = { headers, redirects: 0, tags: { name: labelOf(names) } };
  const body = json === null ? null : JSON.stringify(json);
  const response = await http.asyncRequest(method, CONTROL + path, body, params);
  if (response.status === 0) throw new Error(response.error);
  await readClock(run);
  if (method === 'POST' && path === '/control/reset' && response.status < 400) renew(run);
  return { response, redirect: null };
}

// Requests are dated by the bank's clock, which an operator can move.
async function readClock(run) {
  const headers = { Authorization: 'Bearer ' + (__ENV.TPP_CONTROL_TOKEN || '') };
  const response = await http.asyncRequest('GET', CONTROL + '/control/state', null, { headers });
  if (response.status !== 200)
    throw new Error(
      'TPP_CONTROL_URL answers ' + (response.error || response.status) + '. Is TPP_CONTROL_TOKEN right?',
    );
  const state = JSON.parse(response.body);
  const now = Date.parse(state.now);
  run.clock = { frozen: state.clock === 'frozen' ? now : null, ahead: now - Date.now() };
}

function nowOf({ clock }) {
  return clock.frozen === null ? Date.now() + clock.ahead : clock.frozen;
}

function newSession() {
  return { id: 'k6-' + crypto.randomUUID().slice(0, 13), psu: null };
}

// A new bank knows neither the PSU nor the session.
function renew(run) {
  run.psu = null;
  run.scaRedirect = null;
  run.session = newSession();
  run.sessions = { 1: run.session };
}

function carry(run, name) {
  run.session = has(run.sessions, name) ? run.sessions[name] : newSession();
  run.sessions[name] = run.session;
  if (run.session.psu !== null) run.psu = run.session.psu;
}
`;
