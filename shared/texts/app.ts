/** The window before its first view appears, and after a failure. */
export const app = {
  start: {
    unreachable: 'Cannot reach the workbench',
    starting: 'Starting the bank…',
  },
  host: {
    noResponse:
      'The workbench is not responding. It may have been stopped. Start it again and open the address that it prints.',
    unreadableFile: (name: string) =>
      `${name} cannot be read. Check that the file still exists and choose it again.`,
  },
  broken: {
    title: 'This view cannot be shown',
    text: 'Something went wrong while displaying it. Your drafts, requests and certificates are not affected. Try again. If it happens again, report what you did and this message:',
  },
} as const;
