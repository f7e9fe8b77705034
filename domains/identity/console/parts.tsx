export { ForcedPassword } from './forced-password.tsx'
export { loadPerson, type Person, person, type StaffCard, usePerson } from './person.ts'
export { exchangeTicket, signOut } from './sign-in.ts'
