/** What the PSU's pages say, in Norwegian (bokmål). */
import type { ScaQuestion } from '../domain/sca.ts';
import { EN, type Words } from './words.ts';

const dates = new Intl.DateTimeFormat('nb', { timeZone: 'Europe/Oslo', dateStyle: 'long' });
const days = new Intl.DateTimeFormat('nb', { timeZone: 'UTC', dateStyle: 'long' });
const times = new Intl.DateTimeFormat('nb', { timeZone: 'Europe/Oslo', timeStyle: 'short' });

const these = (count: number) => (count === 1 ? 'denne betalingen' : `disse ${count} betalingene`);

const FREQUENCIES: ReadonlyMap<string, string> = new Map([
  ['Daily', 'daglig'],
  ['Weekly', 'ukentlig'],
  ['EveryTwoWeeks', 'hver andre uke'],
  ['Monthly', 'månedlig'],
  ['EveryTwoMonths', 'annenhver måned'],
  ['Quarterly', 'hvert kvartal'],
  ['SemiAnnual', 'hvert halvår'],
  ['Annual', 'årlig'],
]);

export const NB: Words = {
  lang: 'nb',
  titles: {
    identify: 'Hvem er du',
    signIn: 'Logg inn',
    consent: 'Del kontoer',
    payment: 'Godkjenn en betaling',
    basket: 'Godkjenn betalinger',
    cancellation: 'Avbestill en betaling',
    openApp: 'Åpne appen',
    fingerprint: 'Fingeravtrykk',
    ownBank: 'Banken din',
    unknown: 'Ukjent forespørsel',
    used: 'Denne forespørselen er allerede besvart',
    expired: 'Denne forespørselen er utløpt',
    elsewhere: 'Siden finnes ikke',
    worker: 'Ikke åpnet av deg',
    cookies: 'For mange informasjonskapsler',
    foreign: 'Ikke fra banken',
  },
  deadEnds: {
    unknown:
      'Banken har ingen forespørsel på denne adressen. Gå tilbake til appen du kom fra, og begynn på nytt.',
    used: 'En forespørsel kan bare besvares én gang. Gå tilbake til appen du kom fra; den kan begynne på nytt.',
    expired: 'Du må godkjenne innen 15 minutter. Gå tilbake til appen du kom fra, og begynn på nytt.',
    elsewhere: 'Øvingsbanken har ingen side på denne adressen.',
    worker:
      'Noe som et annet program har lagt igjen i nettleseren, åpnet denne siden i ditt sted. Det er fjernet, og ingenting er endret. Åpne siden på nytt.',
    cookies:
      'Nettleseren din sender mer enn 128 KB med hver forespørsel, trolig informasjonskapsler som andre programmer på denne maskinen har satt. Slett informasjonskapslene for 127.0.0.1 og localhost i nettleseren, og åpne siden på nytt.',
    foreign:
      'Bare bankens egne sider, på dens egen adresse på denne maskinen, kan sende dette. Ingenting er endret.',
  },
  aBank: (name) => `${name}, en øvingsbank`,
  practice: 'Dette er en øvingsbank.',
  practiceApp: 'En øvingsapp på en simulert telefon.',
  notReal: 'Ingen ekte personer, ingen ekte penger.',
  path: 'Hvor du er',
  steps: (tpp) => ['Logg inn', 'Se over og godkjenn', `Tilbake til ${tpp}`],
  whoAsks: 'Hvem som spør',
  sentYou: 'sendte deg hit',
  yes: 'Ja',
  no: 'Nei',
  facts: {
    consent: {
      yes: ['Ser navn, saldo og transaksjoner på det du deler'],
      no: ['Kan ikke flytte penger med dette', 'Ser ingen andre kontoer'],
    },
    identify: { yes: ['Får vite at du er kunde her'], no: ['Ser ingen kontoer'] },
    payment: { yes: ['Får vite om du har godkjent'], no: ['Ser aldri fødselsnummeret ditt'] },
    basket: { yes: ['Får vite om du har godkjent'], no: ['Ser aldri fødselsnummeret ditt'] },
    cancellation: { yes: ['Får vite om du har godkjent'], no: ['Ser aldri fødselsnummeret ditt'] },
  },
  question: (ask, tpp, count) => {
    const whole = count === 1 ? 'en betaling' : `${count} betalinger`;
    const wants: Record<ScaQuestion, string> = {
      consent: 'ber om å få se kontoene dine',
      identify: 'spør hvem du er',
      payment: `ber deg godkjenne ${whole}`,
      basket: 'ber deg godkjenne flere betalinger samlet',
      cancellation: `ber deg avbestille ${whole}`,
    };
    return `${tpp} ${wants[ask]}`;
  },
  hint: (ask, tpp, count, length) => {
    const exactly =
      count === 1
        ? 'Sjekk beløpet og mottakeren: Du godkjenner nøyaktig dette og ikke noe annet.'
        : 'Sjekk beløpene og mottakerne: Du godkjenner nøyaktig disse betalingene og ikke noe annet.';
    return {
      consent: `${tpp} kan lese det du deler i ${length} dager. Du kan trekke det tilbake når som helst.`,
      identify: `${tpp} får vite at du er kunde her, og hvem du handler for. Ingen kontoer blir delt.`,
      cancellation: 'Hvis du godkjenner, blir betalingen ikke utført.',
      basket: exactly,
      payment: exactly,
    }[ask];
  },
  seeFirst: 'Du ser hva det gjelder før du godkjenner noe.',
  customers: 'Øvingskunder: Velg hvem du er',
  firstOf: (shown, total) => `Dette er de første ${shown} av ${total}.`,
  companySigns: 'Her kan et foretak også signere med sitt eget nummer.',
  number: 'Fødselsnummer',
  numberHint: 'Til hvilken som helst kunde. Skriver du et nummer, gjelder det i stedet for valget.',
  unknownNumber: (number) =>
    number === ''
      ? 'Velg en kunde, eller skriv et fødselsnummer på 11 siffer.'
      : `Ingen kunde i øvingsbanken har nummeret ${number}.`,
  continue: 'Fortsett',
  signIn: 'Logg inn',
  abort: 'Avbryt',
  act: (ask, count, sum) => {
    if (ask === 'cancellation') return 'Avbestill betalingen';
    if (ask === 'consent' || ask === 'identify') return 'Godkjenn';
    return count === 1 ? `Godkjenn ${sum}` : `Godkjenn alle ${count} betalinger`;
  },
  until: (at) => `Du kan bruke denne siden én gang, til kl. ${times.format(at)} banktid.`,
  you: (name) => `Du er ${name}`,
  signatory: (person, company) =>
    person === null
      ? `Du er en annen som signerer for ${company}`
      : `Du er ${person}, som signerer for ${company}`,
  asked: (ask) => (ask === 'cancellation' ? 'Det du avbestiller' : 'Det du godkjenner'),
  behalf: 'Hvem du handler for',
  behalfAndShared: 'Hvem du handler for, og hva du deler',
  myself: 'Meg selv',
  private: 'privat',
  agreement: 'bedriftsavtale',
  actsFor: (company) => (company === null ? 'Du handler for deg selv' : `Du handler for ${company}`),
  accountsOf: (whose) => `Kontoer: ${whose}`,
  shared: 'Det du deler',
  signedBefore: (count) => `Du har allerede signert. En annen må godkjenne ${these(count)}.`,
  actsForNobody: (name) =>
    `${name} kan ikke handle for noen i denne banken ennå: Et foretak handler under en avtale, på kontoer. Gi det en konto med POST /v1/sandbox/accounts, og begynn på nytt.`,
  device: 'Kodebrikke til øving',
  code: 'Kode fra kodebrikken',
  codeHint: 'Gjelder bare denne godkjenningen.',
  to: 'til',
  from: 'fra',
  fee: 'gebyr',
  toAccount: 'Til konto',
  fromAccount: 'Fra',
  message: 'Melding',
  when: 'Når',
  feeLine: 'Gebyr',
  deletedAccount: 'en slettet konto',
  deletedAgreement: 'en slettet avtale',
  total: 'Til sammen',
  and: 'og',
  more: (count) => ` og ${count} til`,
  on: (day) => `den ${day}`,
  every: (frequency, from, to) =>
    `${FREQUENCIES.get(frequency) ?? frequency} fra ${from}${to === null ? '' : ` til ${to}`}`,
  // A comma before the decimals, and spaces that do not break between thousands.
  money: (minor, currency) => EN.money(minor, currency).replaceAll(',', '\u00A0').replace('.', ','),
  date: (at) => dates.format(at),
  time: (at) => times.format(at),
  day: (day) => (Number.isNaN(Date.parse(day)) ? day : days.format(new Date(day))),
  statuses: {
    RCVD: 'venter på godkjenning',
    PATC: 'venter på en godkjenning til',
    ACTC: 'godkjent, planlagt',
    PDNG: 'godkjent, med i neste oppgjør',
    ACCP: 'godkjent, venter på dekning',
    BLCK: 'holdt tilbake av banken',
    STOP: 'stoppet av banken',
    ACSC: 'betalt',
    PART: 'delvis betalt',
    RJCT: 'avvist',
    CANC: 'avbestilt',
  },
  app: {
    heading: 'Åpne appen til banken din',
    inApp: (question) => `${question}. Det kan du gjøre i appen, med fingeravtrykket ditt.`,
    noPhone: 'Det finnes ingen ekte app og ingen ekte telefon: Neste side viser en simulert.',
    open: 'Åpne appen',
    phone: 'Simulert telefon',
    simulated: 'Simulert',
    chooseHere: 'En ekte app vet hvem telefonen tilhører. Her velger du.',
    story: (tpp) => [
      `${tpp} åpnet appen til banken`,
      'Telefonen vet hvem den tilhører',
      'Du ser over og legger fingeren på sensoren',
      `Appen tar deg tilbake til ${tpp}`,
    ],
    onPhone: 'På telefonen din',
    confirm: 'Bekreft med fingeravtrykk',
    finger: (act) => `${act} med fingeravtrykk`,
    noFinger: 'Å trykke på sensoren står for å berøre den. Ingen fingeravtrykk blir lest.',
  },
  own: {
    readers: 'Hvem som kan lese kontoene dine',
    nobody:
      'Ingen. Tredjeparter som du gir tilgang, vises her. Du kan trekke tilgangen tilbake når som helst.',
    newest: 'Nyeste',
    older: 'Eldre',
    accounts: 'Kontoer',
    yours: 'Dine egne',
    payments: 'Betalinger',
    noPayments: 'Ingen ennå. Betalinger som en tredjepart oppretter fra disse kontoene, vises her.',
    someoneElse: 'Logg inn som en annen',
    bankTime: (date, time) => `${date}, kl. ${time} banktid`,
    whose: (tpp, company) => `${tpp} for ${company}`,
    since: (date) => `siden ${date}`,
    states: { valid: 'gyldig', revoked: 'trukket tilbake av deg', expired: 'utløpt', missing: 'mangler' },
    revoke: 'Trekk tilbake',
    give: 'Gi en tredjepart tilgang',
    share: 'Del disse kontoene',
    revoked: 'Trukket tilbake. Tredjeparten får ikke beskjed; den neste forespørselen dens blir avvist.',
    notRevoked: 'Dette samtykket finnes ikke eller kan ikke trekkes tilbake.',
    granted: 'Delt. Tredjeparten får ikke beskjed.',
  },
  faults: {
    noCustomer: (number) => `Ingen kunde i denne banken har fødselsnummeret ${number}.`,
    noAccount: 'Velg minst én konto å dele, eller avbryt.',
    notShared: (account) => `Kontoen ${account} kan ikke deles her.`,
    corporateOnly: (name) => `${name} er et foretak og handler bare som foretak.`,
    noAgreement: (name, id) => `${name} har ingen bedriftsavtale${id === null ? '' : ` ${id}`}.`,
    noTpp: 'Velg tredjeparten som skal få lese kontoene.',
    notListed: 'Velg en av tredjepartene i skjemaet.',
    longTpp: (most) => `Id-en til en tredjepart har 1 til ${most} tegn.`,
    noneChosen: 'Velg minst én konto å dele.',
    mixed: 'Kontoene må alle være dine egne, eller alle tilhøre ett foretak som du handler for.',
    code: 'Dette er ikke koden fra kodebrikken for denne godkjenningen.',
  },
};
