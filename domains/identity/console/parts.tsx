export { ForcedPasswordDialog } from './forced-password-dialog.tsx'
export { loadPerson, type Person, person, type StaffCard, usePerson } from './person.ts'
export { exchangeTicket, signOut } from './sign-in.ts'
