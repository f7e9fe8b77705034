/** What people call the fields that a room's logged changes are about: field → word. */
export type LogWords = Readonly<Record<string, string>>
