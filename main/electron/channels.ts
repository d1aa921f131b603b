/** Names shared by the IPC gate and the preload. */
export const CALL_CHANNEL = 'host:call';
export const EVENT_CHANNEL = 'host:event';
