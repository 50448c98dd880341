// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

/// A token with the decimals and the freeze function that a row of networks says: whatever its issuer called it, the
/// contract answers to that name and to no other.
contract RowToken {
    uint8 public immutable decimals;
    bytes4 public immutable freezeFunction;
    address public immutable owner = msg.sender;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) private frozen;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 ownDecimals, bytes4 ownFreezeFunction) {
        decimals = ownDecimals;
        freezeFunction = ownFreezeFunction;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function freeze(address user) external {
        require(msg.sender == owner && freezeFunction != 0, "cannot freeze");
        frozen[user] = true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!frozen[msg.sender] && !frozen[to], "frozen");
        require(balanceOf[msg.sender] >= value, "balance too low");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// A contract without a function stops without a word, and so does this one.
    fallback(bytes calldata input) external returns (bytes memory) {
        if (freezeFunction == 0 || msg.sig != freezeFunction || input.length != 36) revert();
        return abi.encode(frozen[abi.decode(input[4:], (address))]);
    }
}
