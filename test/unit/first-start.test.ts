/** The start page claims no more than the certificate has. */
import { expect, it } from 'vitest';
import { firstStart } from '../../shared/texts/first-start.ts';

it.each([
  [['PSP_AI', 'PSP_PI'], 'Account information and payments'],
  [['PSP_AI'], 'Account information'],
  [['PSP_PI', 'PSP_IC', 'PSP_AS'], 'Payments, card-based payments and account servicing'],
  [[], 'No roles'],
  [['toString'], 'An unknown role'],
])('the roles %j are named %s', (roles, named) => {
  expect(firstStart.roles(roles)).toBe(named);
});
