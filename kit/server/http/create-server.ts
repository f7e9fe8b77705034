import type { Http2SecureServer } from 'node:http2'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

/**
 * With a certificate it speaks HTTP/2: a screen's many files come over one connection. Whoever does not know it is answered by HTTP/1.1. Handlers see
 * no difference but one: there are no headers about the connection (`endConnection`).
 */
export function createServer(options: FastifyServerOptions, https: Certificate | undefined): FastifyInstance {
  if (!https) return Fastify(options)
  // Requests and answers of HTTP/2 have the shape of node:http's; the types alone differ, here and at the end.
  const common = options as unknown as FastifyServerOptions<Http2SecureServer>
  const app = Fastify({ ...common, http2: true, https: { ...https, allowHTTP1: true } })
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // What node:http has and node:http2 lacks: closeWithin needs it.
  const closeAllConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  Object.assign(app.server, { closeAllConnections })
  return app as unknown as FastifyInstance
}
