import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendPackagePlayer } from './package-player.ts'

async function ask(publicUrl: { pattern: string; isConfigured: boolean }, host: string) {
  const app = Fastify()
  const originFor = (protocol: string, hostname: string) => `${protocol}://${hostname}:8081`
  app.get('/package-player', (request, reply) => sendPackagePlayer(request, reply, { publicUrl, originFor }))
  const { statusCode, body, headers } = await app.inject({ url: '/package-player', headers: { host } })
  await app.close()
  return { statusCode, body, policy: String(headers['content-security-policy']) }
}

const unnamed = { pattern: 'http://{company}.localhost:8080', isConfigured: false }
const named = { pattern: 'https://exam.example.com', isConfigured: true }

test('the player frames the second port of the host that it was opened from, until somebody says how the product is called', async () => {
  expect((await ask(unnamed, '192.168.1.5:8080')).policy).toContain('frame-src http://192.168.1.5:8081;')
  expect((await ask(named, 'exam.example.com')).policy).toContain('frame-src http://exam.example.com:8081;')
})

test('a host that is not the product’s, or none at all, reaches neither page nor policy', async () => {
  const other = await ask(named, 'evil.test')
  expect([other.statusCode, other.body]).toEqual([
    421,
    '标准课件只能从系统的正式网址学习，请打开 https://exam.example.com 后重试',
  ])
  const wrong = await ask(unnamed, 'a"><script>alert(1)</script>')
  expect(wrong.statusCode).toBe(421)
  expect(wrong.body).not.toContain('<script>')
})
