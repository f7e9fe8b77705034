/**
 * How wide the characters of Noto Sans SC are, in thousandths of their size; whatever is not here is 1,000 wide. Read from the tables `cmap` and `hmtx`
 * of the two fonts that kit/print embeds (0.4.3, Regular and Bold). Each entry: characters since the last one's first, how many alike, regular width,
 * how much bold is wider; in base 36, an empty field is 1, or no difference.
 */
const entries = [
  'w,,68,3 1,,8z,1b 1,,d6,2s 1,2,ff,z 2,,pl,16 1,,iw,1o 1,,7q,1b 1,2,9e,14 2,,cz,14 1,,ff,z 1,,7q,1b 1,,9n,n 1,,7q,1b 1,,aw,-5',
  '1,a,ff,z a,2,7q,1b 2,3,ff,z 3,,d6,14 1,,qa,1p 1,,gw,x 1,,i9,o 1,,hq,i 1,,j4,q 1,,gd,q 1,,fc,x 1,,j5,s 1,,k8,t 1,,85,11 1,,ev,x',
  '1,,hy,14 1,,f3,z 1,,mk,15 1,,k3,q 1,,km,s 1,,hl,y 1,,km,s 1,,hn,1b 1,,gk,s 1,,gn,q 1,,k1,r 1,,fz,18 1,,oe,11 1,,fx,1i 1,,er,1d',
  '1,,gr,a 1,,9e,14 1,,aw,-5 1,,9e,14 1,,ff,z 1,,fj,8 1,,gu,k 1,,fn,s 1,,h6,q 1,,e6,h 1,,h8,o 1,,fe,r 1,,91,1b 1,,fo,x 1,,gv,x',
  '1,,7n,t 1,,7n,v 1,,fc,1g 1,,7w,v 1,,pq,12 1,,gy,v 1,,gu,k 1,2,h8,o 2,,as,1d 1,,d0,r 1,,ah,18 1,,gv,u 1,,eh,1j 1,,ma,1p 1,,du,1s',
  '1,,eh,1h 1,,d7,10 1,,9e,14 1,,7i,q 1,,9e,14 1,,ff,z y,,68,3 1,,8z,1b 1,4,ff,z 4,,7i,q 2,,gu,k 1,,n4,h 1,,aq,h 1,,db,1e 1,,ff,z',
  '1,,9n,n 1,,d5,14 1,,gu,k 1,,aa,y 2,2,bf,d 2,,gu,k 1,,hg,10 3,,gu,k 1,,bf,d 1,,bb,d 1,,db,1e 1,,o9,10 1,,p3,19 1,,op,w 1,,d6,14',
  '1,6,gw,x 6,,pi,x 1,,hq,i 1,4,gd,q 4,4,85,11 4,,js,u 1,,k3,q 1,5,km,s 6,,km,s 1,4,k1,r 4,,er,1d 1,,i4,12 1,,hv,1l 1,6,fn,s 6,,od,e',
  '1,,e6,h 1,4,fe,r 4,4,7n,t 4,,gw,m 1,,gy,v 1,5,gu,k 6,,gu,k 1,4,gv,u 4,,eh,1h 1,,h8,o 1,,eh,1h 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s',
  'd,,js,u 1,,h8,o 1,,gd,q 1,,fe,r 7,,gd,q 1,,fe,r d,,85,11 1,,7n,t 1,,85,11 1,,7n,t o,,k3,q 1,,gy,v 3,,k3,q 1,,gy,v 4,,km,s 1,,gu,k',
  '1,,km,s 1,,gu,k 3,,qb,y 1,,q1,1 l,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u 11,,ff,z e,,km,s 1,,gu,k e,,kg,v 1,,gv,u t,,gw,x',
  '1,,fn,s 1,,85,11 1,,7n,t 1,,km,s 1,,gu,k 1,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u s,,k3,q',
  '1,,gy,v 2g,,hd,m g,,h8,o 2i,,7q,1b c,,go, 3,2,go, f,,dw, h,2,go, m,2,0, 4,,0, 3,,0, 5,,0, 3p,,gw,x 1,,i9,o 1,,fh,r 1,,i8,1i',
  '1,,gd,q 1,,gr,a 1,,k8,t 1,,km,s 1,,85,11 1,,hy,14 1,,fz,18 1,,mk,15 1,,k3,q 1,,gj,15 1,,km,s 1,,k1,q 1,,hl,y 2,,gp,i 1,,gn,q',
  '1,,er,1d 1,,mb,1b 1,,fx,1i 1,,lo,1k 1,,l2,13 8,,hd,12 1,,hj,13 1,,f0,1d 1,,gi,m 1,,dx,r 1,,d5,16 1,,gs,r 1,,g7,w 1,,84,11',
  '1,,fb,1h 1,,fc,1k 1,,hg,10 1,,eo,1d 1,,dd,14 1,,gl,o 1,,i6,1f 1,,h1,q 1,,df,j 1,,gx,x 1,,ea,y 1,,ft,r 1,,l4,1n 1,,ew,1b 1,,ld,1s',
  '1,,lq,1f 1k,,gd,q f,,gw,x 1,,i0,r 1,,i9,o 1,,fh,r 1,,js,12 1,,gd,q 1,,oy,1v 1,,h8,h 1,2,kd,s 2,,i0,19 1,,jk,x 1,,mk,15 1,,k8,t',
  '1,,km,s 1,,k1,q 1,,hl,y 1,,hq,i 1,,gn,q 1,,fz,16 1,,mq,12 1,,fx,1i 1,,jy,x 1,,ik,10 1,,qu,1g 1,,r4,1m 1,,md,k 1,,or,1o 1,,i0,r',
  '1,,hq,i 1,,s6,1e 1,,i2,13 1,,fn,s 1,,gw,o 1,,fr,q 1,,cr,o 1,,gi,1g 1,,fe,r 1,,l4,27 1,,e6,o 1,2,hj,p 2,,fg,1d 1,,gh,19 1,,jn,x',
  '1,,hh,q 1,,gu,k 1,,h6,r 1,,h8,o 1,,e6,h 1,,ea,y 1,,eh,1h 1,,ms,1d 1,,du,1s 1,,h7,18 1,,fw,14 1,,n9,1m 1,,nh,20 1,,ih,x 1,,kx,1u',
  '1,,f8,t 1,,e6,h 1,,mx,17 1,,fy,y 2,,fe,r 54d,,mk,15 1,,pq,12 2p,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s',
  '1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s 1,,gw,x 1,,fn,s',
  '1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r 1,,gd,q 1,,fe,r',
  '1,,85,11 1,,7n,t 1,,85,11 1,,7n,t 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k',
  '1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,km,s 1,,gu,k 1,,k1,r 1,,gv,u 1,,k1,r 1,,gv,u',
  '1,,kg,v 1,,gv,u 1,,kg,v 1,,gv,u 1,,kg,v 1,,gv,u 1,,kg,v 1,,gv,u 1,,kg,v 1,,gv,u 1,,er,1d 1,,eh,1h 1,,er,1d 1,,eh,1h 1,,er,1d',
  '1,,eh,1h 1,,er,1d 1,,eh,1h 7d,,dw, f,,9n,n 1,2,ew,8 2,,ou,e 6,,7q,1b 4,,d6,2s k,,7q,1b 1,,d6,2s 6,2,8e,m 3,,h1,1s b,,pa,1r',
  '1,2,l2,20 18,,bf,d 1h,,ff,z 2,2,ff,z 1e,2,0, 1i,,cp,1l 3,,rp,25 c,,jr,1d c,,ou,e 6c,,ff,z zl,,iz,14 1ev,,1ak,q 1,,1wb,11 dr,4,0,',
  '4,2,6y, 2z,2,0, 48,1f,pk, 1g,16,pk, 27,4,go, 7,,go, 13r9,,hv,25 1,,go,23 1,,gy,25 1,,pi,2y 1,,ps,30 v1,1r,dw, 1s,u,pk, x,6,pk,',
  '8,6,pk, 8,6,pk, 8,3,pk, e,7,dw, 1bnr,,n4,h 1n,,jr,1d 1,2,k9,1u',
].join(' ')

let table: Map<number, readonly [regular: number, bold: number]> | undefined

/** Advance of a character in thousandths of its size. */
export function advanceOf(character: string, isBold: boolean): number {
  table ??= readEntries()
  const found = table.get(character.codePointAt(0) ?? 0)
  return found ? found[isBold ? 1 : 0] : 1000
}

function readEntries(): Map<number, readonly [number, number]> {
  const read = new Map<number, readonly [number, number]>()
  let first = 0
  for (const entry of entries.split(' ')) {
    const [since = '0', count = '', regular = '0', wider = ''] = entry.split(',')
    first += Number.parseInt(since, 36)
    const width = Number.parseInt(regular, 36)
    const widths = [width, width + (wider === '' ? 0 : Number.parseInt(wider, 36))] as const
    const alike = count === '' ? 1 : Number.parseInt(count, 36)
    for (let code = first; code < first + alike; code += 1) read.set(code, widths)
  }
  return read
}
