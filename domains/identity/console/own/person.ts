import type { OutputOf } from '@kaopei/contract'
import type { MenuNode } from '@kaopei/identity/contract/permission'
import { permissionCalls } from '@kaopei/identity/contract/permission'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { access, apiCodes, call, createStore, isApiError, session, useStore } from '@kaopei/web/client'

export type StaffCard = OutputOf<typeof staffCentreCalls.get>

/** Who is signed in, and what the server lets them see. */
export interface Person {
  readonly staff: StaffCard
  readonly menus: readonly MenuNode[]
  /** Names of all menus of the tree, hidden ones too. */
  readonly menuNames: ReadonlySet<string>
  readonly roles: readonly { readonly id: string; readonly name: string; readonly code: string | null }[]
  readonly isAdmin: boolean
}

const store = createStore<Person | undefined>(undefined)
let loading: Promise<Person> | undefined

export const person = {
  get: store.get,
  forget: (): void => {
    loading = undefined
    access.set(undefined)
    store.set(undefined)
  },
  /** The session has just been told that its password must be changed. */
  demandPasswordChange: (): void => markPassword('0'),
  passwordChanged: (): void => markPassword('1'),
  /** Reads the person's own data again (a phone was bound). */
  refresh: async (): Promise<void> => {
    const known = store.get()
    if (known) store.set({ ...known, staff: await call(staffCentreCalls.get, {}, { silent: true, join: true }) })
  },
}

export function usePerson(): Person | undefined {
  return useStore(store)
}

/** Button rights, menu tree, roles and user info, read once per login. */
export function loadPerson(): Promise<Person> {
  const known = store.get()
  if (known) return Promise.resolve(known)
  loading ??= read().finally(() => {
    loading = undefined
  })
  return loading
}

async function read(): Promise<Person> {
  const token = session.get()?.token
  const [menus, rights, roles, staff] = await Promise.all([
    patiently(() => call(permissionCalls.queryUserMenuTree, undefined, quiet)),
    patiently(() => call(permissionCalls.queryUserButtonPerm, undefined, quiet)),
    patiently(() => call(permissionCalls.getLoginStaffRoleInfo, undefined, quiet)),
    patiently(() => call(staffCentreCalls.get, {}, quiet)),
  ])
  const isAdmin = roles.some((role) => role.code === 'admin')
  const loaded = { staff, menus, roles, isAdmin, menuNames: new Set(namesOf(menus)) }
  // Somebody else may have signed in meanwhile (another tab); their rights are not these.
  if (session.get()?.token !== token) return loaded
  access.set({ isAdmin, rights: new Set(rights) })
  store.set(loaded)
  return loaded
}

const quiet = { silent: true, join: true } as const

/** One more try where no answer came: a lost packet is no reason to sign anybody out. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (isApiError(error, apiCodes.unreachable) || (isApiError(error) && error.httpStatus === 503)) return ask()
    throw error
  }
}

function namesOf(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [node.name, ...namesOf(node.children)])
}

function markPassword(changePasswordFlag: '0' | '1'): void {
  const known = store.get()
  if (!known || known.staff.changePasswordFlag === changePasswordFlag) return
  const passwordStrength = changePasswordFlag === '1' ? 1 : known.staff.passwordStrength
  store.set({ ...known, staff: { ...known.staff, changePasswordFlag, passwordStrength } })
}
