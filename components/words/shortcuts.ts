/** What the settings say of the keyboard shortcuts. */
export const shortcutWords = {
  title: 'Keyboard shortcuts',
  text: 'They work on any page. The browser keeps them, so they are changed on a page of its own.',
  none: 'No keys yet',
  change: 'Change the keys',
  commands: {
    popup: {
      name: 'Open Keepsake',
      text: 'Shows the page in front and what would be saved of it.',
    },
    save: {
      name: 'Save this page',
      text: 'Saves it to the Memory you chose last, without asking.',
    },
    highlight: {
      name: 'Keep the selected words',
      text: 'Keeps them as a note in the Memory you chose last.',
    },
  },
} as const;
