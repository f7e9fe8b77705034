/**
 * Hashes a file in the browser and compares it with the hash of the PDF that was issued. Over plain http browsers withhold `crypto.subtle`; there the
 * same is reckoned by hand (FIPS 180-4).
 */
export const pageScript = `(function(){
var box=document.querySelector('.file'),drop=box.querySelector('.drop'),input=box.querySelector('input'),answer=box.querySelector('.answer'),known=box.dataset.sha256
function say(text,tone){answer.textContent=text;answer.className='answer '+(tone||'')}
function hex(bytes){return Array.prototype.map.call(bytes,function(b){return(b+256).toString(16).slice(1)}).join('')}
function frac(x){return(x-Math.floor(x))*4294967296|0}
function byHand(data){var k=[],h=[],n=2;while(k.length<64){var p=true;for(var f=2;f*f<=n;f++)if(n%f===0){p=false;break}if(p){if(h.length<8)h.push(frac(Math.sqrt(n)));k.push(frac(Math.cbrt(n)))}n++}
var l=data.length,m=new Uint8Array((l+72>>6)*64);m.set(data);m[l]=128;var v=new DataView(m.buffer);v.setUint32(m.length-8,Math.floor(l/536870912));v.setUint32(m.length-4,l<<3)
function r(x,s){return x>>>s|x<<32-s}
for(var o=0,w=new Int32Array(64);o<m.length;o+=64){for(var i=0;i<64;i++){if(i<16)w[i]=v.getInt32(o+i*4);else{var a=w[i-15],b=w[i-2];w[i]=w[i-16]+(r(a,7)^r(a,18)^a>>>3)+w[i-7]+(r(b,17)^r(b,19)^b>>>10)|0}}
var s=h.slice();for(i=0;i<64;i++){var e=s[4],t=s[7]+(r(e,6)^r(e,11)^r(e,25))+(e&s[5]^~e&s[6])+k[i]+w[i]|0,c=s[0],u=(r(c,2)^r(c,13)^r(c,22))+(c&s[1]^c&s[2]^s[1]&s[2])|0;s=[t+u|0,c,s[1],s[2],s[3]+t|0,e,s[5],s[6]]}
for(i=0;i<8;i++)h[i]=h[i]+s[i]|0}
var out=new Uint8Array(32),d=new DataView(out.buffer);h.forEach(function(x,i){d.setInt32(i*4,x)});return out}
function hash(buffer){var subtle=window.crypto&&crypto.subtle;return subtle?subtle.digest('SHA-256',buffer).then(function(b){return new Uint8Array(b)}):Promise.resolve(byHand(new Uint8Array(buffer)))}
function check(file){if(!file)return
if(file.size>20971520)return say('文件超过 20 MB，不是证书文件。','bad')
say('正在核对…')
file.arrayBuffer().then(hash).then(function(bytes){
if(!known)return say('没有可以核对的证书文件：该证书的 PDF 还没有生成过，或没有找到证书。')
hex(bytes)===known?say('文件由颁发单位生成，未被改动。','good'):say('文件与颁发单位生成的不一致：它被改动过，或不是该证书的文件。','bad')
},function(){say('文件无法读取，请重新选择。','bad')})}
input.addEventListener('change',function(){check(input.files[0])})
;['dragenter','dragover'].forEach(function(n){drop.addEventListener(n,function(e){e.preventDefault();drop.classList.add('over')})})
;['dragleave','drop'].forEach(function(n){drop.addEventListener(n,function(e){e.preventDefault();drop.classList.remove('over')})})
drop.addEventListener('drop',function(e){check(e.dataTransfer.files[0])})
})()`
