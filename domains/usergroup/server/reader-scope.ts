import { type Actor, type DataScope, noScope, type RequestFacts } from '@kaopei/server'
import { userGroupMenu } from '../contract/menus.ts'

/**
 * Whose people a list of groups counts and shows. Group pickers stand on screens of every room, so the screen says which menu it is (`route-name`) and
 * the actor's own scope there counts. Undefined: somebody without any menu of the console, a candidate.
 */
export function readerScope(actor: Actor, request: RequestFacts): DataScope | undefined {
  if (actor.isAdmin) return { kind: 'all' }
  if (actor.scopes.size === 0 && actor.rights.size === 0) return undefined
  return actor.scopes.get(request.scopedMenu ?? '') ?? actor.scopes.get(userGroupMenu.name) ?? noScope
}
