import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry, register } from 'prom-client'

/** Prometheus figures of this process at /metrics, with those that rooms put into the default registry: answered to this machine alone unless a proxy is told to pass it on. */
export function observeRequests(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'kaopei_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe({ route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    // A proxy on this machine comes from here too; behind it `ip` is who asked the proxy.
    if (!isLoopback(request.socket.remoteAddress) || !isLoopback(request.ip))
      return reply.code(404).send({ code: 404, message: '请求的地址不存在', data: null })
    return reply.header('content-type', registry.contentType).send(await Registry.merge([registry, register]).metrics())
  })
}

function isLoopback(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}
