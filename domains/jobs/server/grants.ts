import { createHash } from 'node:crypto'
import type { Actor } from '@kaopei/server'

/** Stands for everything that somebody may do and see; another text after any change of it. */
export function grantsOf({ isAdmin, rights, scopes }: Pick<Actor, 'isAdmin' | 'rights' | 'scopes'>): string {
  const byMenu = [...scopes].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([isAdmin, [...rights].toSorted(), byMenu]))
    .digest('base64url')
}
