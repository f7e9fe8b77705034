import { z } from 'zod'

/** What the launcher tells a part that it started before its turn. */
export const order = z.discriminatedUnion('kind', [
  /** Where the database is: everything but serving may begin. */
  z.object({ kind: z.literal('prepare'), url: z.string() }),
  z.object({ kind: z.literal('serve') }),
])
export type Order = z.output<typeof order>

/** What a part tells its launcher. */
export const listening = z.object({ kind: z.literal('listening'), address: z.string() })

export interface Orders {
  readonly url: Promise<string>
  readonly serve: Promise<void>
}

/** Undefined where nobody gives orders: the part begins at once. One that waits goes when its launcher goes. */
export function ordersOfLauncher(): Orders | undefined {
  if (!isAwaited()) return undefined
  const url = Promise.withResolvers<string>()
  const serve = Promise.withResolvers<void>()
  const leave = () => process.exit(0)
  process.on('disconnect', leave)
  process.on('message', (message) => {
    const { data } = order.safeParse(message)
    if (data?.kind === 'prepare') url.resolve(data.url)
    if (data?.kind !== 'serve') return
    process.off('disconnect', leave)
    serve.resolve()
  })
  return { url: url.promise, serve: serve.promise }
}

/** Whether this process was started by a launcher that gives orders. */
export function isAwaited(): boolean {
  return process.env.KAOPEI_AWAITS_ORDERS === '1' && process.send !== undefined
}
