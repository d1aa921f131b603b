/** Environments and their variables. */
import { type EnvironmentForm, MISSING } from '../../../shared/contract/environments.ts';
import { inlinedSchema, type OpenApiOperation, operationFor } from '../../../shared/openapi/document.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fileNameFor } from '../collections/names.ts';
import { checkRoots, LOCAL } from '../environments/environments.ts';
import { valueOf } from '../bank/snapshots.ts';
import { blockedBy, mustBeConfirmed, mustNotBeBlocked } from '../environments/imported.ts';
import { asSpecified } from '../requests/handwritten-signature.ts';
import { literalOrder, preparedOf } from '../requests/order.ts';
import { masked } from '../redaction/mask.ts';
import { writeProfileFile } from '../../../shared/signing/profile.ts';
import { proxyOf } from '../requests/outgoing-proxy.ts';
import { testConnection } from '../requests/connection-test.ts';
import { folderScope, secretNamesIn } from '../requests/variable-lookup.ts';
import { usedOf } from '../requests/placeholders.ts';
import { contextId, runContext } from '../runs/run-values.ts';
import { changedBy, type HandlerParts, type Of } from './handler.ts';

/** Without its schemas, which only main uses. */
function listedOperation(operation: OpenApiOperation) {
  const { input: _, answers: __, ...listed } = operation;
  return listed;
}

export function environmentHandlers(parts: HandlerParts): Of<'environments'> {
  const { bank, environments, vault, clientOf, emit, settings, transfers, interchange, openApi, flow } =
    parts;
  const changed = changedBy(emit, 'environments.changed');
  const mustExist = ({ certificateId, tlsCertificateId }: EnvironmentForm, known: readonly string[] = []) => {
    for (const id of [certificateId, tlsCertificateId])
      if (id !== null && !known.includes(id)) vault.certificate(id);
    if (!known.includes(certificateId)) vault.mustSign(certificateId);
  };
  return {
    'environments.list': () => {
      const current = environments.current().id;
      return {
        environments: environments.list().map(({ psuId, corporateId, context, ...environment }) => ({
          ...environment,
          certificateId: environment.missingCertificate === null ? environment.certificateId : MISSING,
          tlsCertificateId:
            environment.missingTlsCertificate === null ? environment.tlsCertificateId : MISSING,
          blocked: blockedBy(environment),
          openApi: openApi.summary(environment.id),
          baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
          current: environment.id === current,
          psu: psuId === null || context === null ? null : { psuId, corporateId, context },
        })),
      };
    },
    'environments.choose': ({ id, window = null }) => {
      environments.choose(id);
      changed(emit('environments.chosen', { name: environments.current().name, window }));
    },
    'environments.create': ({ form }) => {
      if (form !== undefined) mustExist(form);
      return changed({ id: environments.create(environments.current().certificateId, form) });
    },
    'environments.change': ({ id, form }) => {
      mustExist(form, [MISSING]);
      changed(environments.change(id, form));
    },
    'environments.setProfile': ({ id, profile }) => {
      environments.setProfile(id, profile);
      if (id === LOCAL) valueOf(bank.operator.setProfile(profile));
      changed(undefined);
    },
    'environments.previewProfile': ({ id, profile, request }) => {
      const order = literalOrder(request, id, parts);
      order.identity = { ...order.identity, profile };
      const prepared = preparedOf(order);
      const { refusal } = asSpecified(order, prepared);
      return masked(
        { prepared, refusal: refusal?.text ?? null, rule: refusal?.rule ?? null },
        order.request.secrets,
      );
    },
    'environments.bindOpenApi': async ({ id, files }) => {
      environments.read(id);
      return changed(openApi.bind(id, await interchange.openApi(files)));
    },
    'environments.unbindOpenApi': ({ id }) => changed(openApi.unbind(id)),
    'environments.openApi': ({ id }) => {
      const document = openApi.read(id ?? environments.current().id);
      return {
        document: document && {
          title: document.title,
          operations: document.operations.map(listedOperation),
        },
      };
    },
    'environments.bodySchema': ({ method, path }) => {
      const document = openApi.read(environments.current().id);
      const input = document && operationFor(document, method, path)?.input;
      return { body: input ? { schema: inlinedSchema(document, input), dialect: document.dialect } : null };
    },
    'environments.saveProfile': ({ profile }) => {
      const bytes = Buffer.from(writeProfileFile(profile));
      return {
        download: transfers.offer({ name: `${fileNameFor(profile.name)}.signature-profile.json`, bytes }),
      };
    },
    'environments.test': ({ id, baseUrl, roots, tlsCertificateId }) => {
      checkRoots(roots);
      if (tlsCertificateId === MISSING) throw new HostError('refused', texts.core.environments.clientMissing);
      if (id !== undefined) mustBeConfirmed(environments.read(id));
      const client = tlsCertificateId === null ? null : clientOf(tlsCertificateId);
      const proxy = proxyOf(settings.read().outgoingProxy, new URL(baseUrl).origin);
      const requestId = flow.sendsUnlogged('HEAD', '/');
      return testConnection({ baseUrl, roots, client, proxy, requestId });
    },
    'environments.confirm': ({ id }) => {
      // A certificate that is imported later would sign for an address that was confirmed without it.
      mustNotBeBlocked({ ...environments.read(id), unconfirmed: 0 });
      changed(environments.confirm(id));
    },
    'environments.remove': ({ id }) => changed(environments.remove(id)),
    'environments.actAsBefore': () => changed(environments.actAsBefore(environments.current().id)),
    'environments.forgetPsu': ({ id }) => changed(environments.forgetPsu(id, bank.now())),
  };
}

export function variableHandlers(parts: HandlerParts): Of<'variables'> {
  const { environments, variables, kept, collections, emit } = parts;
  const changed = () => emit('environments.changed', {});
  return {
    'variables.list': ({ id }) => ({ variables: variables.list(id) }),
    'variables.known': ({ path = null, run }) => {
      const { id } = environments.current();
      const own = variables.list(id).map((one) => ({ ...one, from: null }));
      const context = runContext(run, path, parts);
      const at = path ?? context?.path;
      const around = at === undefined ? [] : collections.around(at);
      const secret = secretNamesIn(around, own);
      const below = folderScope(around).with('environment', own);
      const scope = context?.above(below) ?? below.with('capture', kept.list(id));
      return {
        variables: scope.all().map((variable) => {
          const isSecret = variable.secret || secret.has(variable.name);
          return {
            ...usedOf({ ...variable, secret: isSecret }),
            secret: isSecret,
            json: isSecret ? null : variable.value,
          };
        }),
      };
    },
    'variables.keep': ({ from, run, ...captured }) => {
      kept.keep(run ? contextId(run) : environments.current().id, [captured], from);
      changed();
    },
    'variables.forget': ({ name }) => {
      kept.forget(environments.current().id, name);
      changed();
    },
    'variables.set': ({ id, variable }) => {
      environments.read(id);
      variables.set(id, variable);
      changed();
    },
    'variables.remove': ({ id, name }) => {
      variables.remove(id, name);
      changed();
    },
  };
}
