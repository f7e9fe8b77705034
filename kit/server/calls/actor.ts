import { z } from 'zod'

/** Which people's rows an actor may see, on one menu: the union over their roles. */
export type DataScope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'some'
      /** Exactly these departments. */
      readonly departmentIds: readonly string[]
      /** These departments and everything below them. */
      readonly subtreeIds: readonly string[]
      /** The actor's own rows too. */
      readonly ownStaffId: string | null
    }

const someShape = z.object({
  kind: z.literal('some'),
  departmentIds: z.array(z.string()).readonly(),
  subtreeIds: z.array(z.string()).readonly(),
  ownStaffId: z.string().nullable(),
})

/** For payloads of jobs, which keep the scope of whoever asked. */
export const dataScopeShape = z.union([z.object({ kind: z.literal('all') }), someShape])

/** The same where nothing stands for everything. */
export const narrowScopeShape = someShape.optional()

/** What a session is for that was opened by a key to one thing (a link): calls of this kind, about this subject, and nothing else. */
export interface Confinement {
  readonly kind: string
  readonly subjectId: string
  /** What opened it; whoever takes the key back ends the session. */
  readonly keyId: string
}

export const noScope: DataScope = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null }

/** Who is calling, with everything that decides what they may do. Plain data: it is cached and sent between threads. */
export interface Actor {
  readonly sessionId: string
  readonly companyId: string
  readonly staffId: string
  readonly name: string
  readonly loginAccount: string
  /** Holds the role `admin`: every menu and right of the company's package. */
  readonly isAdmin: boolean
  /** Belongs to the platform's own company. */
  readonly isPlatform: boolean
  readonly mustChangePassword: boolean
  readonly rights: ReadonlySet<string>
  readonly scopes: ReadonlyMap<string, DataScope>
  /** Somebody looking through this person's eyes: read-only, and logged under their name. */
  readonly impersonatorId: string | null
  /** Without rights and scopes: only calls that are open to it (`whileConfinedTo`) take it. */
  readonly confinement: Confinement | null
}

export function mayUse(actor: Actor, rightCode: string): boolean {
  return actor.rights.has(rightCode)
}

export function scopeOn(actor: Actor, menu: string): DataScope {
  return actor.isAdmin ? { kind: 'all' } : (actor.scopes.get(menu) ?? noScope)
}

/** Somebody with any menu of the console; candidates have none. */
export function hasConsole(actor: Actor): boolean {
  return actor.isAdmin || actor.scopes.size > 0 || actor.rights.size > 0
}
