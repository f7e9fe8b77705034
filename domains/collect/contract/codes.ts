export const mostFields = 20
export const fewestOptions = 2
export const mostOptions = 11
export const mostCharacters = 20
