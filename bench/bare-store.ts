import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

// The bare work beside which a piece is measured: what is put is written into a file of its own and synced. It knows nobody and checks nothing.

const folder = process.env.BENCH_FOLDER ?? ''
mkdirSync(folder, { recursive: true })
let count = 0

const server = createServer((request, response) => {
  buffer(request)
    .then(async (bytes) => {
      const file = await open(join(folder, String(count++)), 'wx')
      await file.writeFile(bytes)
      await file.sync()
      await file.close()
    })
    .then(
      () => response.writeHead(200, { 'content-length': 2 }).end('{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
server.listen(Number(process.env.PORT ?? 0), process.env.HOST, () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.({ address: `http://127.0.0.1:${address.port}` })
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => process.exit(0))
})
