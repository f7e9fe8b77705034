import { type Actor, dataScopeShape } from '@kaopei/server'
import { z } from 'zod'

/** Of an actor what others are measured against: nobody takes in hand who is stronger than themselves. */
export type Strength = Pick<Actor, 'companyId' | 'staffId' | 'isAdmin' | 'rights' | 'scopes'>

/** As a job carries it: what somebody could when they asked for the work. */
export const carriedStrength = z.object({
  staffId: z.string(),
  isAdmin: z.boolean(),
  rights: z.array(z.string()),
  scopes: z.array(z.tuple([z.string(), dataScopeShape])),
})
export type CarriedStrength = z.output<typeof carriedStrength>

export function carried({ staffId, isAdmin, rights, scopes }: Strength): CarriedStrength {
  return { staffId, isAdmin, rights: isAdmin ? [] : [...rights], scopes: isAdmin ? [] : [...scopes] }
}

export function unpacked(companyId: string, { rights, scopes, ...rest }: CarriedStrength): Strength {
  return { companyId, ...rest, rights: new Set(rights), scopes: new Map(scopes) }
}
