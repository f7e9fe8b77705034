import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

export interface MailSink {
  readonly port: number
  readonly close: () => Promise<void>
}

/** A mail server for the product under test: takes every mail into a folder. An address that begins with `refused` does not exist here. */
export async function openMailSink(folder: string, wantedPort = 0): Promise<MailSink> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('refused')
        ? done(Object.assign(new Error(`<${address}> no such mailbox`), { responseCode: 550 }))
        : done(),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        count += 1
        const file = join(folder, `${Date.now()}-${count}`)
        writeFileSync(`${file}.part`, Buffer.concat(chunks))
        renameSync(`${file}.part`, `${file}.eml`)
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(wantedPort, '127.0.0.1', ready))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server listens on a port')
  return { port: address.port, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}
