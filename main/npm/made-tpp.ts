/** Implementation of `makeTpp`, loaded after the check of the Node.js version. */
import { loneRequest, signedAlone } from '../core/requests/signed-alone.ts';
import { firstOrder, identityOrderSchema } from '../../shared/contract/certificates.ts';
import { madeIdentity } from '../core/certificates/made-identity.ts';
import type { RequestToSign, TestTpp, TestTppOptions } from './types.ts';

/** @throws Error that names the wrong option */
export async function madeTpp(options: TestTppOptions): Promise<TestTpp> {
  const first = firstOrder(Date.now());
  const organization = options.organization ?? first.organization;
  const { organizationIdentifier, roles } = { ...first, ...options };
  const order = identityOrderSchema.safeParse({
    ...first,
    organization,
    commonName: organization,
    organizationIdentifier,
    roles,
  });
  if (!order.success) throw new Error(order.error.issues.map(({ message }) => message).join(' '));
  const { certificate, key, pem, keyPem, caPem } = await madeIdentity(order.data);
  return {
    certificatePem: pem,
    privateKeyPem: keyPem,
    caPem,
    sign: ({ url, body = '', method, headers = {}, at }: RequestToSign) => {
      const request = loneRequest({
        method,
        url: new URL(url),
        headers: Object.entries(headers),
        body,
        fault: null,
      });
      const prepared = signedAlone(request, {
        certificate,
        key,
        origin: new URL(url).origin,
        now: at?.getTime() ?? Date.now(),
      });
      return Object.fromEntries(prepared.headers.map(({ name, value }) => [name, value]));
    },
  };
}
