import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { availableParallelism } from 'node:os'
import type { RawServices } from '@kaopei/server'

/**
 * Of all worker processes of a deployment on one machine as many compose at once as it has cores. What holds a place is a socket without a file: the
 * system lets it go with the process, however that ends. False: every place is taken.
 */
export async function inPlace(services: Pick<RawServices, 'pool' | 'secret'>, work: () => Promise<void>): Promise<boolean> {
  if (process.platform !== 'linux') {
    await work()
    return true
  }
  for (let number = 0; number < availableParallelism(); number++) {
    const place = await tryPlace(`\0kaopei-film-${markOf(services)}-${number}`)
    if (!place) continue
    try {
      await work()
    } finally {
      place.close()
    }
    return true
  }
  return false
}

function markOf({ pool, secret }: Pick<RawServices, 'pool' | 'secret'>): string {
  const { connectionString = '', database = '', host = '', port = '' } = pool.options
  const text = ['film', secret, connectionString, host, port, database].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function tryPlace(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(path, () => resolve(server.unref()))
  })
}
