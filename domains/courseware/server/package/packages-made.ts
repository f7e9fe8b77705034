/** Packages for tests, written by hand: archives that say of themselves whatever a test wants. */
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export const manifest12 = (items: string, resources: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>安全培训</title>${items}</organization></organizations>
<resources>${resources}</resources>${more}</manifest>`

export const manifest2004 = (items: string, resources: string) => `<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
 xmlns:imsss="http://www.imsglobal.org/xsd/imsss"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Golf</title>${items}</organization></organizations><resources>${resources}</resources></manifest>`

export const onePart = manifest12(
  '<item identifier="i" identifierref="r"><title>第一单元</title><adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>start=1</adlcp:datafromlms></item>',
  '<resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/>',
)

export async function zipped(
  files: Readonly<Record<string, string | Buffer>>,
  options: { compress?: boolean; mode?: number } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, options)
  zip.end()
  return buffer(zip.outputStream)
}

/** Writes another name of the same length over a name, in both places where an archive has it. */
export function renamed(archive: Buffer, name: string, wrong: string): Buffer {
  const changed = Buffer.from(archive)
  for (let at = changed.indexOf(name); at >= 0; at = changed.indexOf(name, at + 1)) changed.write(wrong, at)
  return changed
}
