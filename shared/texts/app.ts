/** The window before there is anything to show, and when something breaks. */
export const app = {
  start: {
    unreachable: 'The workbench cannot be reached',
    starting: 'Starting the bank…',
  },
  host: {
    noAnswer:
      'The workbench does not answer. It may have been stopped; start it again and open the address that it prints.',
    unreadableFile: (name: string) =>
      `${name} cannot be read. Check that it is still there, and choose it again.`,
  },
  broken: {
    title: 'This place cannot be shown',
    text: 'Something went wrong while it was drawn. Your drafts, requests and certificates are where they were. Try again; if it happens again, say what you did and what stands here:',
  },
} as const;
