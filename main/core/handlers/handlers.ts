/** One handler for each method of the contract, collected from the files of this folder. */
import type { Handlers } from '../../../shared/contract/methods.ts';
import type { HandlerParts } from './handler.ts';
import { appHandlers } from './app.ts';
import { bankHandlers } from './bank.ts';
import { classHandlers } from './class.ts';
import { certificateHandlers, vaultHandlers } from './certificates.ts';
import { demonstrationHandlers } from './demonstrations.ts';
import { environmentHandlers, variableHandlers } from './environments.ts';
import { bodyHandlers, historyHandlers } from './history.ts';
import { flowHandlers } from './flow.ts';
import { interchangeHandlers } from './interchange.ts';
import { requestHandlers } from './requests.ts';
import { proxyHandlers, tapHandlers } from './proxy.ts';
import { recordingHandlers } from './recording.ts';
import { runHandlers } from './runs.ts';
import { savedHandlers } from './saved.ts';
import { scaHandlers, sessionHandlers } from './sca.ts';

export function handlersOf(parts: HandlerParts): Handlers {
  return {
    ...appHandlers(parts),
    ...bankHandlers(parts),
    ...bodyHandlers(parts),
    ...certificateHandlers(parts),
    ...classHandlers(parts),
    ...demonstrationHandlers(parts),
    ...environmentHandlers(parts),
    ...flowHandlers(parts),
    ...historyHandlers(parts),
    ...interchangeHandlers(parts),
    ...proxyHandlers(parts),
    ...tapHandlers(parts),
    ...requestHandlers(parts),
    ...recordingHandlers(parts),
    ...runHandlers(parts),
    ...savedHandlers(parts),
    ...scaHandlers(parts),
    ...sessionHandlers(parts),
    ...variableHandlers(parts),
    ...vaultHandlers(parts),
  };
}
