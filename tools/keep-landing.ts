import { parseArgs } from 'node:util'
import { dumpLanding, writeLanding } from '@kaopei/db/landing'
import { Client } from 'pg'

// node tools/keep-landing.ts <URL of the owner> db/landings/<date>-<commit>.json.gz: keeps what a demo installation of this commit holds, for every later migration to pass.

const [url, file] = parseArgs({ allowPositionals: true }).positionals
if (url === undefined || file === undefined) {
  console.error('用法：node tools/keep-landing.ts <数据库地址> <文件>')
  process.exit(1)
}
const client = new Client(url)
await client.connect()
const landing = await dumpLanding(client)
await client.end()
writeLanding(file, landing)
console.log(`${Object.keys(landing.tables).length} 张表，${Object.values(landing.tables).flat().length} 行`)
