// Bytes and offsets as text.
{
  // hex is two digits a byte, with a text between bytes.
  const hex = (bytes, between = '') => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join(between);

  // offset is written as in trees.
  const offset = n => '0x' + n.toString(16).padStart(4, '0');

  const most = 0x8000; // arguments of a call
  const base64 = bytes => {
    let binary = '';
    for (let i = 0; i < bytes.length; i += most) binary += String.fromCharCode(...bytes.slice(i, i + most));
    return btoa(binary);
  };
  const base64url = bytes => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

  // fromBase64 takes both. A loop is ten times as fast as Uint8Array.from.
  const fromBase64 = text => {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  };

  kscope.codes = {hex, offset, base64, base64url, fromBase64};
}
