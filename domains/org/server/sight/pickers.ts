import { type Actor, type DataScope, noScope, type RequestFacts } from '@kaopei/server'
import { staffMenu } from '../../contract/menus.ts'

/**
 * Whose people a picker shows. Pickers stand on screens of every room, so the screen says which menu it is (`route-name`) and the actor's scope there
 * counts: a claim can choose only among scopes that the actor has. Without a known menu it is the scope of the roster. Undefined: somebody without
 * any menu of the console, a candidate.
 */
export function pickerScope(actor: Actor, request: RequestFacts): DataScope | undefined {
  if (actor.isAdmin) return { kind: 'all' }
  if (!hasConsole(actor)) return undefined
  return actor.scopes.get(request.scopedMenu ?? '') ?? actor.scopes.get(staffMenu.name) ?? noScope
}

/** Somebody with any menu of the console; candidates have none. */
export function hasConsole(actor: Actor): boolean {
  return actor.isAdmin || actor.scopes.size > 0 || actor.rights.size > 0
}
