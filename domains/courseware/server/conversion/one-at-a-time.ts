import { createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Deployment, deploymentMark } from './deployment-mark.ts'

const lookEveryMs = 500

/**
 * Of all worker processes of a deployment on one machine one works at a time. What holds the place is a socket without a file: the system lets it go
 * with the process, however that ends. Elsewhere than on Linux each worker holds its own.
 */
export async function oneAtATime<T>(services: Deployment, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work()
  const place = await takePlace(`\0kaopei-conversion-${await deploymentMark(services)}`)
  try {
    return await work()
  } finally {
    place.close()
  }
}

async function takePlace(path: string): Promise<Server> {
  for (;;) {
    const place = await tryPlace(path)
    if (place) return place
    await wait(lookEveryMs)
  }
}

function tryPlace(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(path, () => resolve(server.unref()))
  })
}
