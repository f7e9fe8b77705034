import { endpoint, id, instant, text } from '@kaopei/contract'
import { z } from 'zod'
import { viewAsErrors } from './errors.ts'
import { explainMenu } from './menus.ts'

export const viewAsMinutes = 30

export const viewAs = {
  /** A session of its own, read-only, over after half an hour. The caller's own session goes on beside it. */
  start: endpoint({
    path: '/api/v1/system/role/viewAs/start',
    summary: '以他人视角查看',
    access: explainMenu.rights.viewAs,
    scope: 'department',
    audit: { action: 'viewAs', target: 'session' },
    input: z.object({ staffId: id, reason: text(200, '原因').optional() }),
    output: z.object({ id, token: z.string(), signKey: z.string(), staffId: id, name: z.string(), expiresAt: instant }),
    errors: Object.values(viewAsErrors),
  }),
  /** Called in one's own session. */
  end: endpoint({
    path: '/api/v1/system/role/viewAs/end',
    summary: '退出他人视角',
    access: 'signedIn',
    audit: { action: 'viewAsEnd', target: 'session' },
    input: z.object({ id }),
  }),
}
