import type { RoomName } from './rooms.ts'

/**
 * What rooms still read past a door, or of a room above them. It only gets shorter: what nobody reads any more is refused, and nothing is added.
 * An account and its person are one, with one id: a login reads both in one statement, what somebody may see depends on where they belong, and a contact that
 * somebody has bound is written by org's functions. `platform.heads_of` is kept for servers of before.
 */
export const readPastDoors: Readonly<Partial<Record<RoomName, readonly string[]>>> = {
  identity: ['org.department_tree', 'org.person', 'org.post_name', 'org.set_email', 'org.set_phone'],
  platform: ['org.heads_of'],
}
