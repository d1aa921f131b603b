/** Ids for examples of control calls. Customers, accounts and agreements are in the seed data (SBX-1). */
import { fixedId } from '../../ids.ts';

export const EIRIK = '13839319910';
export const EIRIK_BBAN = '86011100009';
export const ACCOUNT_ID = fixedId('account/0/0');
export const FJELLHEIM_IBAN = 'NO1886011300008';
export const FJELLHEIM = {
  id: fixedId('agreement/2'),
  psuCorporateId: '0b9f3b0e-5f3c-5d6a-9c59-7b6a3e2f4c11',
  name: 'Fjellheim Bygg AS, corporate agreement',
};
export const NORDLYS = {
  id: fixedId('agreement/3'),
  psuCorporateId: '5a7d2c94-1be8-5f07-8d42-c0e91f6a7b38',
  name: 'Nordlys Elektro AS, corporate agreement',
};
export const PSU_ID = '3e7c9a52-8d14-5b6f-a0e3-94c7d1f28b65';
export const TPP_ID = 'PSDNO-FSA-987654325';
export const SESSION_ID = '6d0a6b4e-6a31-4f0e-9f6e-1f2d5c9a8b70';
export const PAYMENT_ID = fixedId('example payment');
export const CONSENT_ID = fixedId('example consent');
export const SCA_ID = fixedId('example SCA');
