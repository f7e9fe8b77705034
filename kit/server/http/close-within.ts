import type { FastifyInstance } from 'fastify'

/**
 * Stops serving: nothing new is taken, requests under way are answered, and who has not taken their answer after `patienceMs` is cut off. A
 * download that nobody reads on would otherwise keep the process for ever.
 */
export async function closeWithin(app: FastifyInstance, patienceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  await app.close().finally(() => clearTimeout(timer))
}
