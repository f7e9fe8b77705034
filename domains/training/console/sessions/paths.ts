/** The screen of the room, opened in a new tab. */
export const signInPath = (taskId: string): string => `/projectSignIn?task=${taskId}`
